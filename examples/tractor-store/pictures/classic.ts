import { type Colour, darker, lighter } from './colours';
import { circle, drawing, el, gradient, group, line, n, path, rect } from './svg';
import { arc, wheel } from './wheel';

/** What tells one classic model from another. */
export interface ClassicModel {
  hood: 'round' | 'square' | 'slant' | 'bullet';
  top: 'open' | 'bar' | 'canopy' | 'cab';
  exhaust: 'stack' | 'bent' | 'low';
  /** Radius of the rear and the front wheels. */
  wheels: readonly [rear: number, front: number];
  /** The rims' colour; the body's when left out. */
  rim?: Colour;
  holes?: number;
  stripe?: boolean;
  weights?: boolean;
}

const GROUND = 268;
const IRON = '#3a4246';
const IRON_DARK = '#2a3033';
const GLASS = '#cfe3e6';
const CREAM = '#f3ead6';

const HOODS: Record<ClassicModel['hood'], string> = {
  round: 'M176 132Q178 116 198 114L306 118Q338 120 341 148L343 184Q343 190 336 190L176 192Z',
  square: 'M176 126Q176 116 186 116L330 120Q340 121 340 131L342 184Q342 190 336 190L176 192Z',
  slant: 'M176 118Q178 110 190 111L300 124Q332 130 339 156L343 184Q343 190 336 190L176 192Z',
  bullet: 'M176 130Q180 114 204 113L284 115Q346 120 354 160Q355 182 344 190L176 192Z',
};
/** Where the grille stands at the front of each hood. */
const NOSES: Record<ClassicModel['hood'], number> = { round: 322, square: 322, slant: 318, bullet: 324 };

const body = ({ hood, stripe }: ClassicModel, colour: Colour): string => {
  const nose = NOSES[hood];
  const shape = HOODS[hood];
  return group(
    {},
    path(shape, 'url(#paint)'),
    el('clipPath', { id: 'hood' }, path(shape, '#000')),
    group(
      { 'clip-path': 'url(#hood)' },
      rect(170, 176, 200, 20, darker(colour, 0.35), { opacity: 0.55 }),
      stripe ? rect(170, 138, 200, 9, CREAM) : '',
      stripe ? rect(170, 150, 200, 3, CREAM, { opacity: 0.8 }) : '',
      ...[0, 1, 2, 3, 4].map((index) =>
        rect(236 + index * 13, stripe ? 160 : 150, 7, stripe ? 14 : 22, darker(colour, 0.5), { rx: 3 }),
      ),
      rect(nose, 112, 40, 80, darker(colour, 0.62)),
      ...[0, 1, 2, 3].map((index) => rect(nose + 4 + index * 6, 126, 3, 58, lighter(colour, 0.15), { opacity: 0.65 })),
    ),
    line(
      `M182 ${hood === 'slant' ? 118 : 121}Q240 ${hood === 'slant' ? 118 : 115} 300 ${hood === 'slant' ? 130 : 121}`,
      lighter(colour, 0.55),
      4,
      { opacity: 0.75 },
    ),
    circle(nose + 4, 134, 9, darker(colour, 0.45)),
    circle(nose + 4, 134, 7, '#fff3c9'),
    circle(nose + 2, 132, 2.6, '#ffffff'),
    rect(188, 160, 34, 12, CREAM, { rx: 3 }),
    rect(192, 164, 22, 4, darker(colour, 0.2), { rx: 2 }),
  );
};

const EXHAUSTS: Record<ClassicModel['exhaust'], string> = {
  stack: group(
    {},
    rect(262, 62, 9, 58, IRON_DARK, { rx: 2 }),
    rect(258, 84, 17, 30, '#545e63', { rx: 6 }),
    rect(261, 86, 4, 26, '#8c979c', { rx: 2 }),
    line('M262 62Q266 56 274 58', IRON_DARK, 4),
  ),
  bent: group({}, line('M258 120V76Q258 62 244 60', IRON_DARK, 9), line('M258 116V92', '#7c878c', 4)),
  low: line('M246 196Q276 214 218 216', '#59646a', 9),
};

const seat = (colour: Colour): string =>
  group(
    { transform: 'translate(-2 -30)' },
    line('M152 190V158', IRON, 7),
    path(
      'M122 112Q116 112 118 122L126 152Q128 160 138 160H164Q170 160 170 153T163 147H142Q138 147 137 143L131 118Q130 112 122 112Z',
      darker(colour, 0.62),
    ),
    line('M192 156L174 126', IRON_DARK, 5),
    el('ellipse', {
      cx: 173,
      cy: 122,
      rx: 5,
      ry: 17,
      fill: 'none',
      stroke: '#22282b',
      'stroke-width': 5,
      transform: 'rotate(-38 173 122)',
    }),
  );

const TOPS: Record<ClassicModel['top'], (colour: Colour) => string> = {
  open: seat,
  bar: (colour) =>
    group({}, seat(colour), line('M104 176V82Q104 70 116 70H122', IRON_DARK, 9), line('M103 150V84', '#6b767b', 2.5)),
  canopy: (colour) =>
    group(
      {},
      seat(colour),
      line('M104 176V60', IRON_DARK, 7),
      line('M182 128L190 62', IRON_DARK, 6),
      path('M80 60Q80 46 96 45L196 43Q212 44 216 58Q216 64 209 64H86Q80 65 80 60Z', 'url(#paint)'),
      line('M94 50L196 48', lighter(colour, 0.5), 3, { opacity: 0.8 }),
    ),
  cab: (colour) =>
    group(
      {},
      path('M92 176L98 62Q99 52 110 52H178Q188 52 191 62L206 130V190H92Z', IRON_DARK),
      path('M103 146L107 68Q108 62 114 62H142V146Z', GLASS),
      path('M150 62H174Q180 62 182 68L196 130V146H150Z', GLASS),
      path('M107 122L124 62H138L112 146H105Z', '#ffffff', { opacity: 0.5 }),
      path('M160 62H170L186 146H174Z', '#ffffff', { opacity: 0.42 }),
      path('M132 96Q124 96 126 106L130 134H146V124L140 100Q138 96 132 96Z', '#4b5357', { opacity: 0.8 }),
      path('M84 54Q84 40 100 39L182 38Q200 39 204 54Q204 58 198 58H90Q84 58 84 54Z', 'url(#paint)'),
      line('M98 44L184 43', lighter(colour, 0.5), 3, { opacity: 0.8 }),
      rect(176, 30, 13, 9, '#f4a82b', { rx: 3 }),
    ),
};

const fender = (cx: number, cy: number, r: number, colour: Colour): string => {
  const outer = r + 15;
  return group(
    {},
    path(`${arc(cx, cy, outer - 6, 200, 318)}L${n(cx)} ${n(cy)}Z`, '#14181a'),
    line(arc(cx, cy, outer - 4, 196, 322), darker(colour, 0.3), 15),
    line(arc(cx, cy, outer - 3, 196, 322), 'url(#paint)', 12),
    line(arc(cx, cy, outer, 212, 285), lighter(colour, 0.5), 3, { opacity: 0.7 }),
  );
};

const weightsOf = (): string =>
  [0, 1, 2]
    .map((index) => rect(343 + index * 9, 190 - index, 8, 26, index % 2 ? '#454e52' : '#384044', { rx: 2 }))
    .join('');

/** A classic tractor in one colour, seen from its right. */
export function classicTractor(model: ClassicModel, colour: Colour): string {
  const [rear, front] = model.wheels;
  const rearAt = { cx: 122, cy: GROUND - rear };
  const frontAt = { cx: 308, cy: GROUND - front };
  const rim = model.rim ?? colour;
  const { holes = 0 } = model;
  return drawing(
    400,
    300,
    el(
      'defs',
      {},
      gradient('paint', [
        [0, lighter(colour, 0.22)],
        [0.4, colour],
        [1, darker(colour, 0.3)],
      ]),
    ),
    el('ellipse', { cx: 210, cy: GROUND, rx: 178, ry: 9, fill: '#1b1a12', opacity: 0.16 }),
    // The far side, in shade.
    wheel({ cx: frontAt.cx + 16, cy: frontAt.cy - 3, r: front - 2, rim: darker(rim, 0.6) }),
    wheel({ cx: rearAt.cx + 18, cy: rearAt.cy - 4, r: rear - 3, rim: darker(rim, 0.6) }),
    path(`M120 178H340V204L316 210L300 ${n(frontAt.cy)}H292L286 212H196L150 218Z`, IRON),
    rect(204, 190, 64, 22, IRON_DARK, { rx: 4 }),
    rect(212, 196, 20, 9, '#59646a', { rx: 2 }),
    circle(250, 201, 6, '#59646a'),
    model.weights ? weightsOf() : '',
    line('M84 206H60', IRON_DARK, 8),
    model.exhaust === 'low' ? '' : EXHAUSTS[model.exhaust],
    TOPS[model.top](colour),
    body(model, colour),
    model.exhaust === 'low' ? EXHAUSTS.low : '',
    rect(176, 206, 48, 6, IRON_DARK, { rx: 3 }),
    fender(rearAt.cx, rearAt.cy, rear, colour),
    wheel({ ...rearAt, r: rear, rim, holes }),
    wheel({ ...frontAt, r: front, rim, holes }),
  );
}
