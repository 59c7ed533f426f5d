import { colour, shade } from '../../core/palette';
import { outline, symmetric } from '../../core/pens/curve';
import { all, el, path, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { piece, ribbon, seam } from '../figure/piece';

/** A lifeguard's rescue tube, slung across. */
export const rescueTube = (color: string): SvgNode =>
  all(
    piece(
      outline([-17, -110], [0, -122, 's'], [17, -110], [20, 96], [0, 112, 's'], [-20, 96]),
      cloth(color),
      [path('M-20 -60H20M-20 60H20', { stroke: '#FBF8F1', 'stroke-width': 14 })],
      { light: 'tube' },
    ),
    ribbon('M0 -118C6 -150 40 -140 36 -104', 4, colour.ink),
    ribbon('M-9 -30V30M9 -30V30', 3, shade(color, 0.4)),
  );

/** A coil of rope with its end hanging. */
export const rope = (color: string): SvgNode => {
  const coil = [
    'M-44 0C-44 -40 44 -40 44 0S-44 44 -44 0',
    'M-32 2C-30 -26 32 -26 32 2S-32 32 -32 2',
    'M30 22C52 44 30 70 44 96',
  ];
  return all(
    ...coil.map((d) =>
      all(
        path(d, { stroke: colour.ink, 'stroke-width': 12 }),
        path(d, { stroke: color, 'stroke-width': 9 }),
        path(d, {
          stroke: shade(color, 0.35),
          'stroke-width': 9,
          'stroke-dasharray': '1.6 6',
          'stroke-linecap': 'butt',
        }),
      ),
    ),
  );
};

/** A school crest for a breast pocket, centred on (x, y). */
export const crest = (x: number, y: number, k = 1): SvgNode =>
  el(
    'g',
    { transform: `translate(${x} ${y}) scale(${k})` },
    piece(
      symmetric([0, -20], [17, -20], [17, 2, 's'], [0, 22]),
      cloth(colour.marigold),
      [
        path('M-17 -20H0V22H-17Z', { fill: colour.madder }),
        path('M-17 -3H17', { stroke: colour.paper, 'stroke-width': 5 }),
      ],
      { width: 1.7 },
    ),
    path('M-11 -12h6M6 -14v8M2 -10h8', { stroke: colour.paper, 'stroke-width': 1.8 }),
    ribbon('M-15 24Q0 32 15 24', 5, colour.paper),
  );

/** Folded towels, as carried by housekeeping. */
export const towelStack = (w = 110): SvgNode =>
  all(
    ...[0, 1, 2].map((i) =>
      piece(
        outline(
          [-w / 2 + i * 3, -i * 24],
          [-w / 2 - 6 + i * 3, -12 - i * 24, 's'],
          [-w / 2 + i * 3, -24 - i * 24],
          [w / 2 - i * 3, -24 - i * 24],
          [w / 2 - i * 3, -i * 24],
        ),
        cloth(['#FBF8F1', '#CFDACB', '#FBF8F1'][i] ?? '#FBF8F1', 'terry'),
        [path(`M${-w / 2} ${-12 - i * 24}H${w / 2}`, { stroke: colour.ink, 'stroke-width': 0.9, opacity: 0.6 })],
      ),
    ),
  );

/** A sheet of paper on a board with a clip. */
export const clipboard = (): SvgNode =>
  all(
    piece('M-46 -60H46V64H-46Z', cloth(colour.wood)),
    piece(
      'M-38 -48H38V57H-38Z',
      cloth(colour.cloth),
      [
        path('M-28 -26H28M-28 -10H28M-28 6H14M-28 22H28M-28 38H6', {
          stroke: colour.ink,
          'stroke-width': 1.8,
          opacity: 0.6,
        }),
      ],
      { width: 1.5 },
    ),
    piece('M-17 -66H17V-48H-17Z', cloth(colour.steel), [], { width: 1.7 }),
  );

/** A badge sewn flat: a shield with two crossed lines, or a roundel. */
export const logoPatch = (x: number, y: number, fill: string, mark: string): SvgNode =>
  all(
    el('circle', { cx: x, cy: y, r: 11, fill, stroke: colour.ink, 'stroke-width': 1.6 }),
    path(`M${x - 5} ${y + 5}L${x + 5} ${y - 5}M${x - 2} ${y - 6}Q${x + 6} ${y - 6} ${x + 5} ${y + 2}`, {
      stroke: mark,
      'stroke-width': 2,
    }),
    seam(`M${x} ${y + 15}h.1`, cloth(fill), 0.6),
  );

/** For a breast pocket. */
export function caliper() {
  return all(
    path('M30 92V56M30 60h14M30 70h10', { stroke: colour.ink, 'stroke-width': 5 }),
    path('M30 92V56M30 60h14M30 70h10', { stroke: colour.steel, 'stroke-width': 2.6 }),
  );
}
