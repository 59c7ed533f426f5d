import { colour, dye } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, el, pair, path, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, piece } from '../figure/piece';
import { button } from '../parts/details';

/** A stitched-on apple for the smallest pupils. */
export const appleApplique = (x: number, y: number): SvgNode =>
  el(
    'g',
    { transform: `translate(${x} ${y})` },
    piece(
      outline(
        [0, -12],
        [16, -18, 's'],
        [23, 2, 's'],
        [10, 24, 's'],
        [0, 20],
        [-10, 24, 's'],
        [-23, 2, 's'],
        [-16, -18, 's'],
      ),
      cloth(dye.madder),
      [],
      { width: 1.8 },
    ),
    path(
      outline(
        [0, -6],
        [11, -11, 's'],
        [16, 2, 's'],
        [7, 17, 's'],
        [0, 14],
        [-7, 17, 's'],
        [-16, 2, 's'],
        [-11, -11, 's'],
      ),
      { stroke: '#fff', 'stroke-width': 1.4, 'stroke-dasharray': '3 3' },
    ),
    piece(outline([1, -13], [8, -27, 's'], [22, -26], [16, -15, 's']), cloth(dye.bottle), [], { width: 1.6 }),
  );

/** Snaps and a rain flap down the front of a poncho, and slits for the hands. */
export const ponchoFront = (): Layer => () => ({
  front: all(
    piece(outline([-14, 22], [14, 22], [15, 164], [-15, 164]), cloth(dye.marigold), [], { width: 1.9 }),
    ...[40, 72, 104, 136].map((y) => button(0, y, colour.steel, 4.6)),
    pair(all(piece(outline([56, 176], [96, 168], [98, 182], [58, 190]), cloth(dye.marigold), [], { width: 1.8 }))),
    path(line([-140, 236], [-70, 262, 's'], [0, 268, 's'], [70, 262, 's'], [140, 236]), {
      stroke: '#FBF8F1',
      'stroke-width': 9,
    }),
    path(line([-140, 236], [-70, 262, 's'], [0, 268, 's'], [70, 262, 's'], [140, 236]), {
      stroke: colour.steel,
      'stroke-width': 3,
    }),
  ),
});

/** A furled umbrella, hooked handle up, tip at the bottom. */
export const umbrella = (): SvgNode => {
  const canvas = cloth(dye.navy);
  return all(
    path('M0 -150V-186C0 -214 36 -214 36 -188', { stroke: colour.ink, 'stroke-width': 12 }),
    path('M0 -150V-186C0 -214 36 -214 36 -188', { stroke: colour.wood, 'stroke-width': 8 }),
    path('M0 120V168', { stroke: colour.ink, 'stroke-width': 6 }),
    piece(symmetric([0, -152], [16, -146], [24, -60, 's'], [19, 60, 's'], [5, 140], [0, 142]), canvas, [
      crease(canvas, -8, -146, -3, 130, -4, 1.8),
      crease(canvas, 6, -146, 2, 130, 3, 1.8),
      crease(canvas, 14, -100, 10, 90, 2, 1.4),
    ]),
    piece(outline([-24, -36], [24, -30], [24, -18], [-24, -24]), cloth(dye.marigold), [], { width: 1.6 }),
  );
};
