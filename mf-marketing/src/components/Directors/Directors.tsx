import { useId } from 'react';
import { Heading } from 'shared-ui/Heading';
import { Picture } from 'shared-ui/Picture';
import raw from '../../content/directors.content.json';
import type { Content } from '../../content/schema';
import styles from './Directors.module.css';

/** The build checks the record by `schema.ts`. */
const directors = raw as Content['directors'];

interface DirectorsProps {
  heading: string;
  /** One line about both directors. */
  text: string;
}

/** The two directors: embroidered monograms, each beside its text. */
export function Directors({ heading, text }: DirectorsProps) {
  const id = useId();
  return (
    <section className={styles.directors} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading level={2} size="title" id={id}>
          {heading}
        </Heading>
        <p className={styles.lead}>{text}</p>
      </div>
      <ul className={styles.pair}>
        {directors.directors.map((director) => (
          <li key={director.role} className={styles.director}>
            <Picture picture={director.picture} className={styles.badge} />
            <Heading level={3} size="section">
              {director.role}
            </Heading>
            <p className={styles.text}>{director.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
