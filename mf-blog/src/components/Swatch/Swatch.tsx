import styles from './Swatch.module.css';
import type { Weave } from './weave';

export interface SwatchProps {
  /** The cloth, which shows when there is no picture or it does not load. */
  weave: Weave;
  /** Its first letter is embroidered on the cloth of a post without picture. */
  title: string;
  /** Address of the picture. */
  picture?: string | undefined;
  /** The cut: `wide` for a leading post, `square` for a small one, `sheet` for a post's own cover. */
  cut: 'wide' | 'square' | 'sheet';
  /** Seen first on its page. */
  priority?: boolean;
}

/** A post's picture as a piece of cloth with pinked edges. Decoration: the title beside it says it all. */
export function Swatch({ weave, title, picture, cut, priority = false }: SwatchProps) {
  return (
    <div className={styles.swatch} data-cut={cut} data-weave={weave}>
      <div className={styles.cloth}>
        {picture ? (
          <img
            className={styles.picture}
            src={picture}
            alt=""
            width={1200}
            height={750}
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : 'auto'}
            decoding="async"
          />
        ) : (
          <span className={styles.monogram} aria-hidden="true">
            {Array.from(title.trim())[0] ?? ''}
          </span>
        )}
      </div>
    </div>
  );
}
