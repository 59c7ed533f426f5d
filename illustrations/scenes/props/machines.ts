import { colour, shade, tint } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { lettering } from '../../core/pens/lettering';
import { solid } from '../../core/props';
import { all, clipped, el, path, place, type SvgNode } from '../../core/svg';
import { fallLight, shadow, soft } from '../../furnishings/cloth';
import { spool } from './tools';

const ink = colour.ink;

/** A sewing machine from the side, needle at the left; the middle of its foot at (0, 0), 300 wide. */
export function sewingMachine(color = '#22305F'): SvgNode {
  const arm = outline(
    [-132, -176],
    [-118, -196, 's'],
    [60, -200, 's'],
    [118, -190, 's'],
    [128, -160, 's'],
    [130, -24],
    [62, -24],
    [58, -118, 's'],
    [40, -136, 's'],
    [-74, -136, 's'],
    [-86, -120, 's'],
    [-88, -88],
    [-128, -88],
    [-132, -130, 's'],
  );
  return all(
    shadow(0, 4, 190, 18),
    solid('M-150 -26H150V0H-150Z', shade(color, 0.2), 2.4),
    soft(arm, { base: color }, { light: fallLight, width: 2.6 }),
    path('M-116 -180Q0 -190 110 -178', { stroke: tint(color, 0.5), 'stroke-width': 3 }),
    lettering('NOOL', -50, -170, 15, { stroke: colour.marigold, 'stroke-width': 2.2 }),
    el('circle', { cx: 146, cy: -150, r: 34, fill: colour.steel, stroke: ink, 'stroke-width': 2.4 }),
    el('circle', { cx: 146, cy: -150, r: 22, fill: shade(colour.steel, 0.2), stroke: ink, 'stroke-width': 1.6 }),
    path('M-108 -88V-40M-108 -40L-108 -22', { stroke: ink, 'stroke-width': 4 }),
    path('M-124 -36h26l8 10h-34z', { fill: colour.steel, stroke: ink, 'stroke-width': 1.8 }),
    path('M-30 -200V-222M-40 -200h20', { stroke: ink, 'stroke-width': 4 }),
    place(spool('#A63A24', 0.6), -30, -222),
    path('M-30 -240C-70 -260 -112 -240 -108 -190V-60', { stroke: '#A63A24', 'stroke-width': 1.8 }),
    el('circle', { cx: -108, cy: -150, r: 9, fill: colour.brass, stroke: ink, 'stroke-width': 1.6 }),
  );
}

/** A cheval mirror, the middle of its foot at (0, 0), `h` high. */
export function mirror(w: number, h: number, reflection?: SvgNode): SvgNode {
  const d = `M${-w / 2} -40V${-h + w / 2}A${w / 2} ${w / 2} 0 0 1 ${w / 2} ${-h + w / 2}V-40Z`;
  return all(
    shadow(0, 0, w * 0.7, 14),
    path(
      `M${-w / 2 - 16} 0L${-w / 2 - 16} ${-h * 0.6}M${w / 2 + 16} 0L${w / 2 + 16} ${-h * 0.6}M${-w / 2 - 40} 0H${-w / 2 + 10}M${w / 2 - 10} 0H${w / 2 + 40}M${-w / 2 - 16} -20H${w / 2 + 16}`,
      { stroke: ink, 'stroke-width': 13 },
    ),
    path(
      `M${-w / 2 - 16} 0L${-w / 2 - 16} ${-h * 0.6}M${w / 2 + 16} 0L${w / 2 + 16} ${-h * 0.6}M${-w / 2 - 40} 0H${-w / 2 + 10}M${w / 2 - 10} 0H${w / 2 + 40}M${-w / 2 - 16} -20H${w / 2 + 16}`,
      { stroke: colour.wood, 'stroke-width': 9 },
    ),
    path(d, { fill: colour.wood, stroke: ink, 'stroke-width': 24 }),
    path(d, { stroke: colour.wood, 'stroke-width': 19 }),
    path(d, { fill: '#DCE6E2', stroke: ink, 'stroke-width': 1.6 }),
    clipped(
      path(d),
      reflection,
      path(
        `M${-w * 0.6} -60L${w * 0.3} ${-h}h40L${-w * 0.4} -60ZM${-w * 0.3} -40L${w * 0.6} ${-h * 0.9}h14L${-w * 0.18} -40Z`,
        { fill: '#fff', opacity: 0.4 },
      ),
    ),
  );
}
