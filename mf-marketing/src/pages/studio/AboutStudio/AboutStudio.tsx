import { useFill } from 'contracts/react';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { GetStarted } from '../../../components/GetStarted/GetStarted';
import { Paragraphs } from '../../../components/Paragraphs/Paragraphs';
import { studio } from '../../../content/studio';
import styles from './AboutStudio.module.css';

/** What the studio is, and what stands on its shelf. */
export function AboutStudio() {
  const fill = useFill();
  const { heading, paragraphs, picture, shelf } = studio.about;
  return (
    <Section layout="split-reverse" ground="cloth" heading={heading} media={<Picture picture={picture} ratio="4/5" />}>
      <Paragraphs texts={paragraphs} />
      <dl className={styles.shelf}>
        {shelf.map(({ title, text }) => (
          <div key={title} className={styles.row}>
            <dt>{title}</dt>
            <dd>{fill(text)}</dd>
          </div>
        ))}
      </dl>
      <GetStarted />
    </Section>
  );
}
