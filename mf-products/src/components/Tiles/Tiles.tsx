import type { PointerEvent } from 'react';
import { TileGrid, type TileGridProps } from 'shared-ui/TileGrid';
import styles from './Tiles.module.css';

interface TilesProps extends TileGridProps {
  /** Subject of the pictures: whole outfits need higher tiles than scenes. */
  subject: 'outfits' | 'scenes';
  /** Called when a finger touches a tile. */
  onTouch?(event: PointerEvent): void;
}

/** The shared tile grid, adapted to the counts and the longer texts of this remote. */
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
