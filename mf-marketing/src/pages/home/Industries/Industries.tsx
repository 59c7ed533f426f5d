import { useId } from 'react';
import { Heading } from 'shared-ui/Heading';
import { Lead } from 'shared-ui/Lead';
import { Picture } from 'shared-ui/Picture';
import { home } from '../../../content/home';
import styles from './Industries.module.css';

/** Seven patches of unequal size sewn to an eighth that says what they are: the way into each sector. */
export function Industries() {
  const { heading, text, tiles } = home.industries;
  const id = useId();
  return (
    <section className={styles.quilt} aria-labelledby={id}>
      <div className={styles.title} data-ground="indigo">
        <Heading level={2} id={id}>
          {heading}
        </Heading>
        <Lead>{text}</Lead>
      </div>
      <ul className={styles.patches}>
        {tiles.map((tile) => (
          <li key={tile.href} className={styles.patch}>
            <div className={styles.scene} data-own-size>
              <Picture picture={tile.picture} className={styles.picture} />
            </div>
            <div className={styles.words}>
              <Heading level={3} size="section">
                <a href={tile.href} className={styles.link}>
                  {tile.title}
                </a>
              </Heading>
              <p className={styles.text}>{tile.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
