import { Picture } from 'shared-ui/Picture';
import { projects } from '../../../content/projects';
import styles from './ProjectGrid.module.css';

/** Six projects, and not a word: unequal sheets on one table. */
export function ProjectGrid() {
  const { heading, pictures } = projects.grid;
  return (
    <section aria-label={heading} className={styles.table}>
      <ul className={styles.grid}>
        {pictures.map((picture) => (
          <li key={picture.src} className={styles.sheet}>
            <Picture picture={picture} className={styles.picture} />
          </li>
        ))}
      </ul>
    </section>
  );
}
