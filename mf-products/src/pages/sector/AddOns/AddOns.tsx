import { Heading } from 'shared-ui/Heading';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import type { SectorRecord } from '../../../content/records';
import type { Look } from '../looks';
import styles from './AddOns.module.css';

interface AddOnsProps {
  heading: string;
  services: SectorRecord['content']['services'];
  look: Look['services'];
}

/** Where each service has its own page. */
const PAGES: Record<string, string> = {
  'Uniform Packaging': '/product/uniform-packaging',
  'Logo Embroidery': '/product/logo-embroidery',
  Accessories: '/product/accessories',
};

/**
 * Hyphens that are part of a name are not a place for a line to end. Spaces stay in the words beside them: alone between
 * two elements they are lost to assistive technology.
 */
const unbroken = (text: string) =>
  text.split(/(\S+-\S+)/).map((part) =>
    part.includes('-') ? (
      <span key={part} className={styles.word}>
        {part}
      </span>
    ) : (
      part
    ),
  );

/** Two or three services at unequal sizes, hung from one line. */
export function AddOns({ heading, services, look }: AddOnsProps) {
  return (
    <Section {...look} heading={unbroken(heading)} stitch="top">
      <ul className={styles.list} data-layout={look.layout} data-count={services.length}>
        {services.map(({ title, text, image }) => (
          <li key={title} className={styles.item}>
            <Picture picture={image} ratio="4/3" className={styles.picture ?? ''} />
            <div className={styles.words}>
              <Heading level={3} size="section">
                <a href={PAGES[title]} className={styles.link}>
                  {title}
                </a>
              </Heading>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
