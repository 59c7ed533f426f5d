import { Heading } from 'shared-ui/Heading';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { home } from '../../../content/home';
import styles from './Industries.module.css';

/** Seven patches of unequal size, sewn together: the way into each sector. */
export function Industries() {
  const { heading, text, tiles } = home.industries;
  return (
    <Section layout="offset" heading={heading} lead={text} id="industries">
      <ul className={styles.quilt}>
        {tiles.map((tile) => (
          <li key={tile.href} className={styles.patch}>
            <Picture picture={tile.picture} className={styles.picture ?? ''} />
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
    </Section>
  );
}
