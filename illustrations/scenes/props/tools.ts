import { colour, shade, tint } from '../../core/palette';
import { curve, type Knot, outline, symmetric } from '../../core/pens/curve';
import { solid } from '../../core/props';
import { all, el, group, path, type SvgNode } from '../../core/svg';
import { tubeLight } from '../../core/textures';
import { plumpLight, shadow, soft } from '../../furnishings/cloth';

const ink = colour.ink;

/** A node seen lying on a table: squeezed and leaned as the table recedes. */
export const lying = (node: SvgNode, x: number, y: number, scale = 1, turn = 0, squeeze = 0.56, lean = -0.3): SvgNode =>
  group(
    {
      transform: `matrix(${scale} 0 ${Math.round(lean * scale * 1000) / 1000} ${Math.round(squeeze * scale * 1000) / 1000} ${x} ${y}) rotate(${turn})`,
    },
    node,
  );

/** The cutter's shears, open, blades to the upper right, the screw at (0, 0). */
export function shears(open = 22, metal: string = colour.steel, grip = '#22305F'): SvgNode {
  const blade = outline([-8, -6], [8, -8], [22, -130, 's'], [26, -250], [8, -190, 's'], [-10, -30, 's']);
  const handle = (sign: number) => {
    const ring =
      sign > 0
        ? 'M-6 4C-30 60 -74 76 -74 128C-74 170 -20 176 -6 140C2 118 -12 90 6 30Z'
        : 'M6 4C26 60 62 80 60 138C58 196 2 196 0 140C-1 110 14 90 -6 30Z';
    const hole =
      sign > 0
        ? 'M-26 92C-50 104 -60 118 -56 134C-50 154 -24 148 -20 130C-18 116 -22 104 -26 92Z'
        : 'M22 92C44 106 48 124 46 142C42 170 14 166 16 140C18 122 22 108 22 92Z';
    return all(
      path(ring + hole, { fill: grip, stroke: ink, 'stroke-width': 2.4, 'fill-rule': 'evenodd' }),
      path(sign > 0 ? 'M-66 120C-64 96 -40 80 -24 60' : 'M54 140C54 110 40 86 24 64', {
        stroke: '#fff',
        'stroke-width': 2.4,
        opacity: 0.4,
      }),
    );
  };
  const half = (sign: number) =>
    group(
      { transform: `rotate(${sign * open})` },
      handle(sign),
      solid(blade, metal, 2.2),
      path('M14 -30L22 -226', { stroke: '#fff', 'stroke-width': 2, opacity: 0.8 }),
    );
  return all(
    group(
      { transform: 'translate(8 12)', opacity: 0.22 },
      group({ transform: `rotate(${open})` }, path(blade, { fill: ink })),
      group({ transform: `rotate(${-open})` }, path(blade, { fill: ink })),
    ),
    half(1),
    half(-1),
    el('circle', { cx: 0, cy: 0, r: 9, fill: colour.brass, stroke: ink, 'stroke-width': 2 }),
    path('M-5 -3L5 3', { stroke: ink, 'stroke-width': 2 }),
  );
}

/** A measuring tape that lies in a curve through the knots. */
export function snakeTape(knots: readonly Knot[], width = 24, color: string = colour.marigold): SvgNode {
  const d = curve(knots);
  const butt = { 'stroke-linecap': 'butt' };
  return all(
    path(d, { stroke: ink, 'stroke-width': width, opacity: 0.22, transform: 'translate(4 8)' }),
    path(d, { stroke: ink, 'stroke-width': width + 4, ...butt }),
    path(d, { stroke: color, 'stroke-width': width, ...butt }),
    path(d, { stroke: ink, 'stroke-width': width, 'stroke-dasharray': '1.4 9.6', ...butt }),
    path(d, { stroke: color, 'stroke-width': width * 0.52, ...butt }),
    path(d, { stroke: ink, 'stroke-width': width, 'stroke-dasharray': '2 53', ...butt }),
    path(d, { stroke: '#fff', 'stroke-width': 1.6, opacity: 0.4 }),
  );
}

/** A spool of thread lying or standing, about its middle, 44 wide. */
export const spool = (color: string, scale = 1): SvgNode =>
  group(
    { transform: scale === 1 ? undefined : `scale(${scale})` },
    path('M-22 -28h44v8h-44zM-22 20h44v8h-44z', { fill: ink, opacity: 0.2, transform: 'translate(4 5)' }),
    solid(
      'M-16 -22H16V22H-16Z',
      color,
      1.8,
      path(Array.from({ length: 10 }, (_, i) => `M-16 ${-19 + i * 4.2}l32 2`).join(''), {
        stroke: shade(color, 0.4),
        'stroke-width': 1.1,
      }),
      path('M-16 -22H16V22H-16Z', { fill: tubeLight }),
    ),
    solid('M-22 -30H22V-20H-22Z', colour.wood, 1.8),
    solid('M-22 20H22V30H-22Z', colour.wood, 1.8),
  );

/** Tailor's chalk, a flat rounded triangle. */
export const chalk = (color: string): SvgNode =>
  all(
    path('M-22 14L0 -22L22 14Z', { fill: ink, opacity: 0.22, transform: 'translate(3 5)' }),
    solid(
      outline([-24, 12], [-18, 4, 's'], [-4, -20], [4, -20], [18, 4, 's'], [24, 12], [20, 18, 's'], [-20, 18, 's']),
      color,
      1.8,
    ),
  );

/** A pin cushion stuck with pins, the middle of its foot at (0, 0). */
export function pinCushion(color = '#A63A24'): SvgNode {
  const pins = [
    [-30, -70, -12],
    [-10, -82, -4],
    [12, -80, 6],
    [32, -68, 14],
    [0, -64, 1],
  ].map(([x = 0, y = 0, lean = 0], i) =>
    all(
      path(`M${x} ${y + 36}L${x + lean} ${y - 14}`, { stroke: ink, 'stroke-width': 2 }),
      el('circle', {
        cx: x + lean,
        cy: y - 16,
        r: 6,
        fill: ['#E2A72E', '#22305F', '#F4EDDF', '#8A9A7B', '#E2A72E'][i],
        stroke: ink,
        'stroke-width': 1.6,
      }),
    ),
  );
  const dome = symmetric([0, -62], [40, -56, 's'], [62, -26, 's'], [50, 0, 's'], [0, 4]);
  return all(
    shadow(4, 2, 84, 14),
    soft(dome, { base: color }, { light: plumpLight, width: 2.4 }),
    path('M0 -62V4M-20 -60Q-44 -30 -30 2M20 -60Q44 -30 30 2', { stroke: tint(color, 0.4), 'stroke-width': 1.6 }),
    ...pins,
  );
}

/** A wooden ruler or set square's edge, `w` long. */
export const ruler = (w: number, color = '#D9B884'): SvgNode =>
  all(
    path(`M4 6h${w}v34h-${w}z`, { fill: ink, opacity: 0.2 }),
    solid(`M0 0H${w}V34H0Z`, color, 1.8),
    path(Array.from({ length: Math.floor(w / 12) }, (_, i) => `M${6 + i * 12} 0v${i % 5 ? 8 : 15}`).join(''), {
      stroke: ink,
      'stroke-width': 1.2,
    }),
  );

/** The tailor's french curve, about its middle, clear acrylic. */
export const frenchCurve = (color = '#7FA9AE'): SvgNode =>
  path(
    'M-120 40C-60 -40 20 -90 110 -70C130 -64 132 -40 112 -36C60 -30 20 0 10 30C2 54 -24 60 -30 36C-34 20 -50 20 -64 34C-84 54 -128 62 -120 40ZM-20 -6C10 -36 50 -50 84 -52C60 -40 30 -24 8 2C-2 14 -30 8 -20 -6Z',
    { fill: color, 'fill-opacity': 0.42, stroke: ink, 'stroke-width': 1.8, 'fill-rule': 'evenodd' },
  );
