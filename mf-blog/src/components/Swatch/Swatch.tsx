import styles from './Swatch.module.css';

interface SwatchProps {
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

/** Cloths that stand in where a post has no picture. */
export const WEAVES = ['twill', 'gingham', 'pinstripe', 'herringbone', 'basket', 'windowpane'] as const;

export type Weave = (typeof WEAVES)[number];

/** Cloths of posts that lie together: each its own, unless one of the three before it has the same. */
export function weavesOf(slugs: readonly string[]): Weave[] {
  const chosen: Weave[] = [];
  for (const slug of slugs) {
    const near = chosen.slice(-3);
    let at = WEAVES.indexOf(weaveOf(slug));
    while (near.includes(WEAVES[at] ?? 'twill')) at = (at + 1) % WEAVES.length;
    chosen.push(WEAVES[at] ?? 'twill');
  }
  return chosen;
}

/** The cloth of a post: always the same for the same slug. */
export function weaveOf(slug: string): Weave {
  // FNV-1a: slugs that begin alike still get different cloths.
  let hash = 0x811c9dc5;
  for (const character of slug) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return WEAVES[(hash >>> 8) % WEAVES.length] ?? 'twill';
}
