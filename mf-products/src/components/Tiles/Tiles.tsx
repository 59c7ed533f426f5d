import type { PointerEvent } from 'react';
import { TileGrid, type TileGridProps } from 'shared-ui/TileGrid';
import styles from './Tiles.module.css';

interface TilesProps extends TileGridProps {
  /** What the pictures show: whole outfits need higher patches than scenes. */
  subject: 'outfits' | 'scenes';
  /** Called when a finger is put on a tile. */
  onTouch?(event: PointerEvent): void;
}

/** The shared tile grid, fitted to the counts and the longer texts of this remote. */
export function Tiles({ subject, onTouch, ...grid }: TilesProps) {
  return (
    <div
      className={styles.tiles}
      data-subject={subject}
      onPointerDown={onTouch && ((event) => event.pointerType === 'touch' && onTouch(event))}
    >
      <TileGrid {...grid} />
    </div>
  );
}
