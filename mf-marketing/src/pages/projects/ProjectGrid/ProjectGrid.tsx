import { Picture } from 'shared-ui/Picture';
import { projects } from '../../../content/projects';
import styles from './ProjectGrid.module.css';

/** Six projects, and not a word: unequal sheets on one table, each leading to the sector it was made for. */
export function ProjectGrid() {
  const { heading, pictures } = projects.grid;
  return (
    <section aria-label={heading} className={styles.table}>
      <ul className={styles.grid}>
        {pictures.map(({ picture, href }) => (
          <li key={picture.src} className={styles.sheet}>
            <a href={href} className={styles.link}>
              <Picture picture={picture} className={styles.picture} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
