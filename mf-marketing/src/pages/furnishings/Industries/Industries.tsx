import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { furnishings } from '../../../content/furnishings';
import styles from './Industries.module.css';

/** Five kinds of house, five windows of unequal size. */
export function Industries() {
  const { heading, tiles } = furnishings.industries;
  return (
    <Section heading={heading}>
      <ul className={styles.windows}>
        {tiles.map((tile) => (
          <li key={tile.title} className={styles.window}>
            <figure className={styles.figure}>
              <Picture picture={tile.picture} className={styles.picture} />
              <figcaption className={styles.name}>{tile.title}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
