import { colour } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { inked } from '../core/pens/pens';
import { pin, swatch } from '../core/props';
import { all, type Child, group, path, place, type SvgNode } from '../core/svg';
import { type Cloth, dropShadow } from '../core/textures';
import { garment, type OutfitSpec } from './garment';
import { type Ground, ground, markOn } from './ground';

export const tileSize = { width: 600, height: 750 } as const;

/** One role's picture: the outfit, where it stands on its sheet, and what lies around it. */
export interface Tile {
  readonly outfit: OutfitSpec;
  /** How the sheet shows it, when not as scenes do: another view, or the back with layers of its own. */
  readonly shown?: Partial<OutfitSpec>;
  readonly ground: Ground;
  /** Where the hollow of the neck goes, how large, and how far turned. */
  readonly at: readonly [x: number, y: number, scale: number, turn?: number];
  /** Cloths pinned to the sheet, and the place of the first. */
  readonly swatches: readonly Cloth[];
  readonly pinned: readonly [x: number, y: number];
  /** Things beside the outfit that share its shadow, and notes without shadow. */
  readonly beside?: readonly Child[];
  readonly notes?: readonly Child[];
}

/** The three ways an outfit fits its sheet: close (to the hips), close with a hat, or whole. */
export const crop = {
  close: [300, 172, 1.42],
  hat: [300, 304, 1.3],
  whole: [300, 118, 0.9],
  wholeHat: [300, 172, 0.82],
} as const satisfies Record<string, Tile['at']>;

function swatches({ swatches: cloths, pinned: [x, y] }: Tile): SvgNode {
  return all(
    ...cloths.map((material, i) =>
      all(
        place(swatch(material, 62, 48), x + i * 9, y + i * 58, 1, i % 2 ? 4 : -4),
        place(pin(i % 2 ? colour.indigo : colour.madder), x + i * 9 + 33, y + i * 58 + 10, 0.8),
      ),
    ),
  );
}

/** Registration corners and the sheet's number, small and quiet. */
function marks(code: string, color: string): SvgNode {
  const { width: w, height: h } = tileSize;
  const mark = markOn(color);
  return all(
    path(`M22 40V22H40M${w - 40} 22H${w - 22}V40M22 ${h - 40}V${h - 22}H40M${w - 40} ${h - 22}H${w - 22}V${h - 40}`, {
      stroke: mark,
      'stroke-width': 1.6,
    }),
    lettering(code, 36, 36, 13, { stroke: mark, 'stroke-width': 1.7 }),
    lettering('1:4', w - 36, h - 50, 10, { stroke: mark, 'stroke-width': 1.4 }, 'end'),
  );
}

/** Everything on the sheet of one role; `code` is its number, such as `HO-01`. */
export function sheet(tile: Tile, code: string): SvgNode {
  const [x, y, scale, turn] = tile.at;
  return all(
    ground(tile.ground, tileSize.width, tileSize.height),
    marks(code, tile.ground.color),
    swatches(tile),
    ...(tile.notes ?? []),
    group(
      { filter: dropShadow() },
      ...(tile.beside ?? []),
      place(inked(garment({ ...tile.outfit, ...tile.shown }), scale), x, y, scale, turn),
    ),
  );
}
