import { colour } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, seam, topStitch } from '../figure/piece';
import { armOf } from '../parts/sleeve';

const steel = cloth(colour.steel);
const wood = cloth(colour.wood);

/** A whisk and a tasting spoon in a cook's sleeve pocket, standing on (0, 0). */
export const spoons = (): SvgNode =>
  all(
    piece(outline([-22, -4], [24, -4], [23, 52], [-22, 52]), cloth('#FBF8F1', 'twill'), [], { width: 1.9 }),
    place(
      all(
        piece('M-3.5 0V-46H3.5V0Z', steel, [], { width: 1.6 }),
        piece(symmetric([0, -80, 's'], [10, -70, 's'], [8, -50, 's'], [0, -44, 's']), steel, [], { width: 1.6 }),
      ),
      -9,
      4,
      1,
      -5,
    ),
    place(piece('M-4 2V-56H4V2Z', wood, [], { width: 1.6 }), 11, 4, 1, 6),
    topStitch('M-19 2H21', steel),
  );

/** A tool pocket across a gardener's apron: trowel, secateurs, twine. */
export const gardenTools = (): SvgNode =>
  all(
    place(
      all(
        piece('M-5 0V-40H5V0Z', wood, [], { width: 1.7 }),
        path('M-4 -36H4', { stroke: colour.madder, 'stroke-width': 3 }),
      ),
      -48,
      248,
      1.55,
      -6,
    ),
    place(
      all(
        path('M-4 4L-12 -38M6 4L14 -36', { stroke: colour.ink, 'stroke-width': 10 }),
        path('M-4 4L-12 -38M6 4L14 -36', { stroke: colour.madder, 'stroke-width': 6.4 }),
      ),
      4,
      244,
      1.5,
    ),
    place(piece('M-4.5 0V-52H4.5V0Z', wood, [], { width: 1.7 }), 54, 248, 1.4, 7),
    piece(outline([-76, 240], [76, 240], [78, 306], [66, 316], [-66, 316], [-78, 306]), cloth('#B98A57', 'denim'), [
      fold(wood, 76, 250, 70, 316, 12, 0, 0.4),
    ]),
    seam('M-26 240V316M28 240V316', wood),
    topStitch('M-72 247H72M-30 244V314M32 244V314', wood, '#F3DFB6'),
    piece(outline([-26, 92], [26, 92], [25, 132], [0, 140, 's'], [-25, 132]), cloth('#B98A57', 'denim'), [], {
      width: 1.8,
    }),
    topStitch('M-22 99H22', wood, '#F3DFB6'),
    path('M0 128V112C-12 112 -14 104 -12 100C-4 100 0 104 0 112C0 104 6 100 12 102C12 110 8 113 0 113', {
      stroke: '#2C5A4B',
      'stroke-width': 2.4,
    }),
  );

/** A waiter's napkin over the viewer's left forearm. */
export const napkin = (): Layer => (frame) => {
  const arm = armOf(frame);
  const [x1, y1] = arm.at(0.66, -1.2);
  const [x2, y2] = arm.at(0.66, 1.25);
  const linen = cloth('#FBF8F1', 'linen');
  const d = outline(
    [-x1, y1],
    [-(x1 + x2) / 2, y1 - 12, 's'],
    [-x2, y2 + 2],
    [-x2 + 8, y2 + 118],
    [-(x1 + x2) / 2, y2 + 132, 's'],
    [-x1 - 6, y1 + 116],
  );
  return {
    front: all(
      piece(d, linen, [
        fold(linen, -x2 - 8, y2 + 4, -x2 - 4, y2 + 120, 10, 0, 0.4),
        crease(linen, -(x1 + x2) / 2, y1 - 4, -(x1 + x2) / 2 - 2, y2 + 126, 2, 1.6),
        fold(linen, -x1 + 10, y1 + 6, -x1 + 6, y1 + 116, 8, 0, 0.35),
      ]),
      path(line([-x1 - 5, y1 + 102], [-(x1 + x2) / 2, y2 + 118, 's'], [-x2 + 7, y2 + 104]), {
        stroke: colour.madder,
        'stroke-width': 2.6,
      }),
    ),
  };
};

/** A paper carrier bag with rope handles. */
export const shoppingBag = (): SvgNode =>
  all(
    path('M-20 -62C-20 -104 20 -104 20 -62', { stroke: colour.ink, 'stroke-width': 5 }),
    path('M-20 -62C-20 -104 20 -104 20 -62', { stroke: colour.madder, 'stroke-width': 2.6 }),
    piece('M-46 -66H46L50 70H-50Z', cloth('#FBF8F1'), [fold(wood, 34, -66, 40, 70, 18, 0, 0.2)]),
    seam('M34 -66L36 70', wood, 1.2),
    path('M-18 20C-18 -20 18 -20 18 4S-10 28 -10 6S10 -6 12 8', { stroke: colour.madder, 'stroke-width': 3.4 }),
  );

/** A whistle on a neck cord. */
export const whistle = (color: string): SvgNode => {
  const cord = 'M-34 -24C-30 40 -10 66 0 78C10 66 30 40 34 -24';
  return all(
    path(cord, { stroke: colour.ink, 'stroke-width': 5 }),
    path(cord, { stroke: color, 'stroke-width': 2.8 }),
    piece(
      outline([-4, 76], [12, 76], [12, 84], [4, 86], [8, 98, 's'], [-4, 106, 's'], [-14, 96, 's'], [-10, 82, 's']),
      steel,
      [],
      { width: 1.7 },
    ),
  );
};

/** A single-ear headset with a boom microphone. */
export const headset = (): SvgNode => {
  const band = 'M-40 14C-48 -60 48 -60 40 14';
  return all(
    path(band, { stroke: colour.ink, 'stroke-width': 9 }),
    path(band, { stroke: '#55575F', 'stroke-width': 5 }),
    piece(
      outline([30, 2, 's'], [50, 2, 's'], [54, 26, 's'], [44, 46, 's'], [30, 42, 's'], [28, 20, 's']),
      cloth('#33353A'),
    ),
    piece(outline([-48, 6], [-34, 6], [-32, 30], [-46, 30]), cloth('#33353A')),
    path('M46 44C44 72 20 78 0 76', { stroke: colour.ink, 'stroke-width': 4 }),
    piece(outline([-16, 70, 's'], [2, 70, 's'], [2, 84, 's'], [-16, 84, 's']), cloth('#33353A')),
  );
};

/** A marshaller's lit wand, its grip at (0, 0), pointing down. */
export const wand = (): SvgNode =>
  all(
    piece('M-10 -14H10V44H-10Z', cloth('#33353A'), [], { light: 'tube' }),
    piece(outline([-14, 44], [14, 44], [11, 178, 's'], [0, 190, 's'], [-11, 178, 's']), cloth('#F0763A'), [
      path('M-5 54V172', { stroke: '#FFE3C4', 'stroke-width': 5, opacity: 0.8 }),
    ]),
  );

/** A boarding pass with its stub. */
export const boardingPass = (): SvgNode =>
  all(
    piece('M-62 -30H62V32H-62Z', cloth('#FBF8F1'), [path('M-62 -30H62V-14H-62Z', { fill: colour.indigo })]),
    path('M28 -12V30', { stroke: colour.ink, 'stroke-width': 1.4, 'stroke-dasharray': '3 3' }),
    path('M-52 -2H-18M-52 8H6M-52 18H-6M36 0H54M36 10H48', { stroke: colour.ink, 'stroke-width': 2.4, opacity: 0.65 }),
    path('M-2 -2l16 2-16 3', { fill: colour.madder }),
  );
