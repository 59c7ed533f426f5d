import { Picture } from 'shared-ui/Picture';
import { defineFragment } from 'site/fragment';
import { products } from '../../content/products';
import type { LineCardProps } from '../props';
import styles from './LineCard.module.css';

type Tile = (typeof products.tabs)[number]['tiles'][number];

interface LineCardData {
  /** Undefined when no tile leads to the page. */
  tile?: Tile;
}

const tileOf = (path: string): Tile | undefined =>
  products.tabs.flatMap(({ tiles }) => tiles).find(({ href }) => href === path);

function LineCard({ data: { tile } }: { props: LineCardProps; data: LineCardData }) {
  if (!tile) return null;
  return (
    <aside className={styles.card} data-unprinted aria-label={tile.title}>
      <div className={styles.frame}>
        <Picture picture={tile.picture} ratio="3/2" />
      </div>
      <div className={styles.words}>
        <p className={styles.title}>
          <a href={tile.href} className={styles.link}>
            {tile.title}
          </a>
        </p>
        <p className={styles.text}>{tile.text}</p>
      </div>
    </aside>
  );
}

/** A card of the sector or product line that another team's page is about. A path without a tile gets a 404. */
export const fragment = defineFragment<LineCardProps, LineCardData>({
  load({ props: { path } }) {
    const tile = tileOf(path);
    return tile ? { data: { tile } } : { data: {}, status: 404 };
  },
  Component: LineCard,
});
