import { useRemote } from '@wholepage/remote-kit';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Picture } from 'shared-ui/Picture';
import { type SiteEnvironment, useFill } from 'site/remote';
import { about } from '../../../content/about';
import styles from './Legacy.module.css';

/** The company's history in magazine style, with the years along a thread. */
export function Legacy() {
  const fill = useFill();
  const { since } = useRemote<SiteEnvironment>().config.company;
  const { label, heading, lead, paragraphs, picture, years } = about.legacy;
  return (
    <section className={styles.legacy} aria-labelledby="legacy">
      <div className={styles.opening}>
        <Label>{label}</Label>
        <Heading level={1} size="display" id="legacy">
          {heading}
        </Heading>
      </div>
      <p className={styles.numeral} aria-hidden="true">
        {since}
      </p>
      <Picture picture={picture} priority className={styles.picture} />
      <p className={styles.lead}>{fill(lead)}</p>
      <div className={styles.story}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{fill(paragraph)}</p>
        ))}
      </div>
      <dl className={styles.years}>
        {years.map(({ year, text }) => (
          <div key={year} className={styles.year}>
            <dt>{fill(year)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
