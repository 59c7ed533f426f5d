import { colour, dye } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { labelTag, solid } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { folded } from '../../furnishings/bedding';
import { shadow } from '../../furnishings/cloth';
import { hardHat } from '../../garments/headwear/hats-hard';

const ink = colour.ink;

/** A steel workbench with a vice, its top's left corner at (0, 0), `w` long and `h` high. */
export function steelBench(w: number, h: number): SvgNode {
  const leg = (x: number) => solid(`M${x} 26h30V${h}h-30z`, '#7E8684', 2.2);
  return all(
    shadow(w / 2, h, w * 0.56, 30),
    leg(26),
    leg(w - 56),
    solid(`M40 ${h - 90}H${w - 40}v16H40z`, '#8E9593', 1.8),
    solid(`M30 26H${w - 30}V92H30z`, '#98A09D', 2.2),
    path([0, 1].map((i) => `M${60 + (i * w) / 2} 44h${w / 2 - 100}v30h${100 - w / 2}z`).join(''), {
      fill: '#A9B0AD',
      stroke: ink,
      'stroke-width': 1.5,
    }),
    path([0, 1].map((i) => `M${w * (0.22 + i * 0.5) - 20} 58h40`).join(''), { stroke: ink, 'stroke-width': 5 }),
    solid(`M0 0H${w}V26H0Z`, '#C3C9C6', 2.6),
    path(`M8 7H${w - 8}`, { stroke: '#fff', 'stroke-width': 2, opacity: 0.7 }),
  );
}

/** A bench vice holding a sewn seam for the pull test; its foot at (0, 0). */
export const vice = (): SvgNode =>
  all(
    solid(outline([-44, 0], [-30, -34], [30, -34], [44, 0]), '#4F5B63', 2.2),
    solid('M-56 -74H56V-34H-56Z', '#5D6A73', 2.4),
    solid('M-14 -96H12V-34H-14Z', '#7C8991', 2),
    path('M56 -54H92M92 -84V-24', { stroke: ink, 'stroke-width': 10 }),
    path('M56 -54H92M92 -84V-24', { stroke: colour.steel, 'stroke-width': 5.6 }),
    path(line([-1, -92], [-6, -150, 's'], [20, -196]), { stroke: ink, 'stroke-width': 26, 'stroke-linecap': 'butt' }),
    path(line([-1, -92], [-6, -150, 's'], [20, -196]), {
      stroke: dye.flare,
      'stroke-width': 22,
      'stroke-linecap': 'butt',
    }),
    path(line([-1, -92], [-6, -150, 's'], [20, -196]), {
      stroke: '#fff',
      'stroke-width': 1.6,
      'stroke-dasharray': '6 4',
    }),
  );

/** The issue of one welder, laid out on the bench: helmet, folded coveralls and their label. */
export const issue = (): SvgNode =>
  all(
    ...[cloth(dye.charcoal, 'denim'), cloth(dye.hide, 'leather'), cloth(dye.flare, 'twill')].map((material, i) =>
      place(folded(210 - i * 8, 34, material), i * 4, -i * 34),
    ),
    place(hardHat('#E2A72E'), 100, -92, 1.1),
    place(labelTag('FR 330 GSM', '50 WASHES'), 120, -17, 1.5),
  );
