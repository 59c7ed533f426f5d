import { LinkButton } from 'shared-ui/LinkButton';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { coursesPage } from '../../../content/courses-page';
import styles from './OneOnOnePromo.module.css';

/** The way to the private course. */
export function OneOnOnePromo() {
  const { label, heading, text, link, picture } = coursesPage.oneOnOne;
  return (
    <Section
      layout="bleed"
      ground="ink"
      label={label}
      heading={heading}
      lead={text}
      media={<Picture picture={picture} className={styles.picture} />}
    >
      <LinkButton href="/one-on-one-transformation">{link}</LinkButton>
    </Section>
  );
}
