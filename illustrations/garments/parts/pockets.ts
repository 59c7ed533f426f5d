import { colour, tint } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { all, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Detail, Panel } from '../cuts/top';
import { fold, piece, seam, topStitch } from '../figure/piece';
import { button } from './details';

type PocketKind = 'patch' | 'flap' | 'pleat' | 'cargo' | 'welt' | 'jet' | 'round' | 'kangaroo';

/** A pocket whose top edge is centred on (x, y). */
export const pocket =
  (kind: PocketKind, x: number, y: number, w = 46, h = 52, trim?: Cloth): Detail =>
  ({ material }: Panel) => {
    const cloth = trim ?? material;
    const r = w / 2;
    const bag = (top: number) => outline([-r, top], [r, top], [r, h - 8], [r - 8, h], [-r + 8, h], [-r, h - 8]);
    const flap = (drop: number) =>
      outline(
        [-r - 2, -2],
        [r + 2, -2],
        [r + 1, drop - 6, 's'],
        [r - 7, drop, 's'],
        [0, drop + 3, 's'],
        [-r + 7, drop, 's'],
        [-r - 1, drop - 6, 's'],
      );
    const inset = topStitch(`M${-r + 4} 3V${h - 9}L${-r + 10} ${h - 4}H${r - 10}L${r - 4} ${h - 9}V3`, cloth);
    const lip = seam(`M${-r} 9H${r}`, cloth, 1.2);
    const parts: Record<PocketKind, () => SvgNode> = {
      patch: () => all(piece(bag(0), cloth, [fold(cloth, r, 4, r - 6, h, 8, 0, 0.35)], { width: 1.8 }), inset, lip),
      round: () =>
        all(
          piece(outline([-r, 0], [r, 0], [r, h * 0.55, 's'], [0, h, 's'], [-r, h * 0.55, 's']), cloth, [], {
            width: 1.8,
          }),
          lip,
        ),
      flap: () =>
        all(
          piece(bag(2), cloth, [], { width: 1.6 }),
          piece(flap(17), cloth, [], { width: 1.8 }),
          button(0, 11, tint(cloth.base, 0.3), 3.2),
        ),
      pleat: () =>
        all(
          piece(bag(2), cloth, [fold(cloth, 3, 8, 3, h, 7, 0, 0.4)], { width: 1.6 }),
          seam(`M-5 14V${h}M5 14V${h}`, cloth, 1.2),
          piece(outline([-r - 2, -2], [r + 2, -2], [r + 2, 11], [0, 20], [-r - 2, 11]), cloth, [], { width: 1.8 }),
          button(0, 12, colour.brass, 3.4),
        ),
      cargo: () =>
        all(
          piece(outline([-r, 2], [r, 2], [r + 3, h], [-r - 3, h]), cloth, [fold(cloth, r, 10, r, h, 10, 0, 0.4)], {
            width: 1.8,
          }),
          seam(`M0 14V${h - 2}`, cloth, 1.2),
          piece(flap(18), cloth, [], { width: 1.8 }),
          topStitch(`M${-r + 2} 13Q0 17 ${r - 2} 13`, cloth),
        ),
      welt: () => all(piece(outline([-r, 3], [r, -3], [r, 7], [-r, 13]), cloth, [], { width: 1.7 })),
      jet: () =>
        all(
          piece(outline([-r, 0], [r, -2], [r + 1, 15], [-r - 1, 17]), cloth, [], { width: 1.7 }),
          fold(cloth, -r, 19, r, 18, 4, 0, 0.5),
        ),
      kangaroo: () =>
        all(
          piece(
            outline([-r * 0.62, 0], [r * 0.62, 0], [r, h * 0.62, 's'], [r, h], [-r, h], [-r, h * 0.62, 's']),
            cloth,
            [],
            { width: 1.8 },
          ),
          topStitch(line([-r * 0.55, 3], [-r + 5, h * 0.62, 's'], [-r + 5, h - 3]), cloth),
          topStitch(line([r * 0.55, 3], [r - 5, h * 0.62, 's'], [r - 5, h - 3]), cloth),
        ),
    };
    return place(parts[kind](), x, y);
  };
