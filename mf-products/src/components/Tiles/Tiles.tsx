import { TileGrid, type TileGridProps } from 'shared-ui/TileGrid';
import styles from './Tiles.module.css';

interface TilesProps extends TileGridProps {
  /** What the pictures show: whole outfits need higher patches than scenes. */
  subject: 'outfits' | 'scenes';
}

/** The shared tile grid, fitted to the counts and the longer texts of this remote. */
export function Tiles({ subject, ...grid }: TilesProps) {
  return (
    <div className={styles.tiles} data-subject={subject}>
      <TileGrid {...grid} />
    </div>
  );
}
