import { colour, dye } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { all, el, pair, path, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import { crease, fold, piece, ribbon } from '../figure/piece';

/** Pens in a breast pocket whose lip is at (x, y). */
export const pens = (x: number, y: number): SvgNode =>
  all(
    ...[
      [0, dye.madder],
      [10, dye.indigo],
    ].map(([dx, color]) =>
      piece(`M${x + Number(dx)} ${y}V${y - 22}h6V${y}Z`, cloth(String(color)), [], { width: 1.4 }),
    ),
  );

/** A nurse's watch on its pin, face down, hung at (x, y). */
export const fobWatch = (x: number, y: number): SvgNode =>
  all(
    piece(`M${x - 12} ${y - 4}h24v8h-24z`, cloth(colour.brass), [], { width: 1.5 }),
    ribbon(`M${x} ${y + 5}V${y + 22}`, 4, colour.brass),
    el('circle', { cx: x, cy: y + 34, r: 13, fill: colour.cloth, stroke: colour.ink, 'stroke-width': 2.2 }),
    path(`M${x} ${y + 34}v-8M${x} ${y + 34}l6 3`, { stroke: colour.madder, 'stroke-width': 1.8 }),
  );

/** Test tubes in a pocket whose lip is at (x, y). */
export const tubes = (x: number, y: number): SvgNode =>
  all(
    ...[
      [-12, dye.scarlet],
      [0, dye.teal],
      [12, dye.marigold],
    ].map(([dx, color]) =>
      all(
        piece(
          `M${x + Number(dx) - 4} ${y}V${y - 26}h8V${y}Z`,
          cloth('#E3EEF0'),
          [path(`M${x + Number(dx) - 4} ${y - 10}h8v12h-8z`, { fill: String(color) })],
          { width: 1.4 },
        ),
        piece(`M${x + Number(dx) - 5} ${y - 33}h10v8h-10z`, cloth(String(color)), [], { width: 1.4 }),
      ),
    ),
  );

/** A pair of soft slippers seen from above. */
export const slippers = (material: Cloth): SvgNode =>
  all(
    pair(
      all(
        piece(
          outline(
            [16, -70, 's'],
            [46, -64, 's'],
            [52, -10, 's'],
            [44, 50, 's'],
            [28, 58, 's'],
            [14, 46, 's'],
            [10, -14, 's'],
          ),
          cloth('#E7DCC6', 'linen'),
        ),
        piece(outline([15, -72, 's'], [48, -66, 's'], [54, -16, 's'], [32, -4, 's'], [9, -16, 's']), material, [
          crease(material, 16, -30, 48, -30, 4),
        ]),
      ),
    ),
  );

/** A bundle of office files tied with tape. */
export const fileBundle = (): SvgNode =>
  all(
    ...[0, 1, 2].map((i) =>
      piece(
        outline(
          [-64 + i * 2, 34 - i * 17],
          [64 - i * 3, 34 - i * 17],
          [66 - i * 3, 18 - i * 17],
          [-66 + i * 2, 18 - i * 17],
        ),
        cloth(['#B98A57', '#F4EDDF', '#A63A24'][i] ?? '#F4EDDF'),
        [fold(cloth('#B98A57'), 64, 20, -20, 30, 6, 0, 0.3)],
        { width: 1.8 },
      ),
    ),
    ribbon('M-6 36V-18', 6, dye.white),
    ribbon(line([-6, -18], [-30, -34, 's'], [-6, -20], [18, -36, 's'], [-6, -18]), 4, dye.white),
    path('M28 -26l16 4M28 -10l20 2', { stroke: colour.ink, 'stroke-width': 1.4, opacity: 0.5 }),
  );
