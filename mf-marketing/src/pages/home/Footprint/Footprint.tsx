import { useId } from 'react';
import { Heading } from 'shared-ui/Heading';
import { Picture } from 'shared-ui/Picture';
import { useFill } from 'site/remote';
import { home } from '../../../content/home';
import styles from './Footprint.module.css';

/** The world as it is seen from the packing bench: an embroidered map laid across the page. */
export function Footprint() {
  const fill = useFill();
  const { heading, text, picture, notes } = home.footprint;
  const id = useId();
  return (
    <section className={styles.footprint} data-ground="ink" aria-labelledby={id}>
      <div className={styles.words}>
        <Heading level={2} size="display" id={id}>
          {heading}
        </Heading>
        <p className={styles.text}>{text}</p>
      </div>
      <Picture picture={picture} className={styles.map} />
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{fill(note)}</li>
        ))}
      </ul>
    </section>
  );
}
