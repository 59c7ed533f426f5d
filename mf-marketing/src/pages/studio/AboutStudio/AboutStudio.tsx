import { useId } from 'react';
import { Heading } from 'shared-ui/Heading';
import { Picture } from 'shared-ui/Picture';
import { useFill } from 'site/remote';
import { GetStarted } from '../../../components/GetStarted/GetStarted';
import { Paragraphs } from '../../../components/Paragraphs/Paragraphs';
import { studio } from '../../../content/studio';
import styles from './AboutStudio.module.css';

/** What the studio is, and what stands on its shelf. */
export function AboutStudio() {
  const fill = useFill();
  const id = useId();
  const { heading, paragraphs, picture, shelf } = studio.about;
  return (
    <section className={styles.studio} data-ground="cloth" aria-labelledby={id}>
      <div className={styles.inner}>
        <Heading level={2} size="title" id={id}>
          {heading}
        </Heading>
        <Picture picture={picture} className={styles.picture} />
        <div className={styles.words}>
          <Paragraphs texts={paragraphs} />
          <GetStarted />
        </div>
        <dl className={styles.shelf}>
          {shelf.map(({ title, text }) => (
            <div key={title} className={styles.place}>
              <dt>{title}</dt>
              <dd>{fill(text)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
