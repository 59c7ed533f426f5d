import { colour } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { all, el, path, place, type SvgNode, url } from '../core/svg';
import { dimension, type Point, seamFlag } from './callouts';
import type { Flat } from './flat';
import { bodyOutline, type Geometry, geometryOf, sleeveOutlines } from './geometry';
import { measuredOf } from './measured';
import { drawBelow } from './parts/below';
import { drawDetails } from './parts/details';
import { drawNeck } from './parts/necks';
import { drawOver } from './parts/over';
import { paint, penAt } from './pen';

/** As large as the picture that it is the back of. */
export const flatSize = { width: 600, height: 750 } as const;

const ground = (): SvgNode =>
  all(
    path('M0 0H600V750H0Z', { fill: '#F4EDDF' }),
    path('M0 0H600V750H0Z', {
      fill: url(
        el(
          'pattern',
          { width: 30, height: 30, patternUnits: 'userSpaceOnUse' },
          path('M0 0h2v2h-2z', { fill: '#C9BB9F' }),
        ),
      ),
    }),
    path('M22 40V22H40M560 22H578V40M22 710V728H40M560 728H578V710', { stroke: colour.ink, 'stroke-width': 1.6 }),
  );

const endOf = ({ below }: Flat, { body, hem, sleeve }: Geometry): number => {
  const ends = {
    trousers: body.ankle,
    cargo: body.ankle,
    'bib-brace': body.ankle,
    wrap: body.ankle,
    shorts: body.knee,
    pencil: body.knee + 10,
    flared: body.knee + 12,
    kurta: body.knee + 14,
    pleated: body.knee,
    apron: body.knee + 40,
  };
  return Math.max(hem, below ? ends[below] : 0, sleeve?.[1][1] ?? 0);
};

/** Where the sheet's three seams are: side, back and hem. */
const seams = (g: Geometry): Point[] => [
  [g.side(g.waist[1] - 34), g.waist[1] - 34],
  [g.shoulder[0] * 0.74, g.shoulder[1] + 30],
  [-g.foot[0] * 0.46, g.hem - 8],
];

function garment(flat: Flat, g: Geometry, scale: number): SvgNode {
  const pen = penAt(scale);
  const sleeves = sleeveOutlines(g);
  const cuffs = () => {
    if (!g.sleeve) return undefined;
    const [[ox, oy], [ix, iy]] = g.sleeve;
    const cuff = flat.sleeve ? flat.cuff : flat.under?.cuff;
    const back = cuff ? 24 : 10;
    const d = [1, -1]
      .map((s) => `M${s * (ox - back * 0.41)} ${oy - back * 0.91}L${s * (ix - back * 0.36)} ${iy - back * 0.93}`)
      .join('');
    return cuff ? pen.seam(d) : pen.stitch(d);
  };
  const hemStitch = `M${-g.foot[0] + 2} ${g.hem - 10}Q0 ${g.hem - 6} ${g.foot[0] - 2} ${g.hem - 10}`;
  return all(
    drawBelow(flat, g, pen),
    sleeves && pen.piece(sleeves, flat.sleeve ? paint.cloth : paint.below),
    cuffs(),
    pen.piece(bodyOutline(flat, g)),
    !flat.tail && !flat.details.includes('rib') && pen.stitch(hemStitch),
    drawDetails(flat, g, pen),
    drawNeck(flat, g, pen),
    drawOver(flat, g, pen),
  );
}

/** The sheet of one flat: the garment from behind, its measured lengths by letter, its seams by number. */
export function sheet(flat: Flat, code: string): SvgNode {
  const g = geometryOf(flat);
  const measured = measuredOf(flat, g);
  const xs = [...measured.flatMap(({ from, to }) => [from[0], to[0]]), g.foot[0], -g.foot[0]];
  const left = Math.min(...xs) - 26;
  const right = Math.max(...xs) + 26;
  const top = -66;
  const bottom = endOf(flat, g) + 52;
  const scale = Math.min(548 / (right - left), 650 / (bottom - top));
  const x0 = 300 - ((left + right) / 2) * scale;
  const y0 = 56 + (650 - (bottom - top) * scale) / 2 - top * scale;
  const onSheet = ([x, y]: Point): Point => [x0 + x * scale, y0 + y * scale];
  return all(
    ground(),
    lettering(code, 36, 36, 13, { 'stroke-width': 1.7 }),
    lettering('back', 564, 36, 13, { 'stroke-width': 1.7 }, 'end'),
    place(garment(flat, g, scale), x0, y0, scale),
    ...measured.map(({ from, to }, index) => dimension('ABCDE'[index] ?? '', onSheet(from), onSheet(to))),
    ...seams(g).map((point, index) => seamFlag(index + 1, onSheet(point))),
  );
}
