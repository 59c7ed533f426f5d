import { Accordion } from 'shared-ui/Accordion';
import type { Chapter } from '../../content/details';
import styles from './Chapters.module.css';

export interface ChaptersProps {
  chapters: Chapter[];
}

/** The parts of a course in an accordion, the first one open. */
export function Chapters({ chapters }: ChaptersProps) {
  const items = chapters.map((chapter) => ({
    id: chapter.id,
    heading: chapter.heading,
    panel: <Panel chapter={chapter} />,
  }));
  return <Accordion items={items} />;
}

function Panel({ chapter: { text, numbered, points } }: { chapter: Chapter }) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <div className={styles.panel}>
      <p className={styles.text}>{text}</p>
      <List className={styles.points} data-numbered={numbered || undefined}>
        {points.map((point) => (
          <li key={point.title} className={styles.point}>
            <strong className={styles.title}>{point.title}</strong> <span>{point.text}</span>
          </li>
        ))}
      </List>
    </div>
  );
}
