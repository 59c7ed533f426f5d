import { line } from '../../core/curve';
import { lettering } from '../../core/lettering';
import { colour, lightness } from '../../core/palette';
import { pin, swatch, tape } from '../../core/props';
import { all, clipped, el, group, path, place, type SvgNode, use } from '../../core/svg';
import { type Cloth, dropShadow, weaveOf } from '../../core/textures';
import { garment, type OutfitSpec } from '../garment';
import { type Ground, ground, markOn } from '../ground';

export const introSize = { width: 900, height: 1100 } as const;

/** A note about a detail: where it points, where its words stand, and what they say (first line, second line). */
export interface Call {
  readonly to: readonly [number, number];
  readonly from: readonly [number, number];
  readonly text: readonly [string, string];
  /** Words to the left of their anchor instead of to the right. */
  readonly end?: boolean;
}

/** A sector's detail sheet: one outfit drawn large, with notes, a cloth under the glass and swatches. */
export interface Intro {
  readonly outfit: OutfitSpec;
  readonly at: readonly [x: number, y: number, scale: number];
  readonly ground: Ground;
  readonly calls: readonly Call[];
  readonly glass: {
    readonly cloth: Cloth;
    readonly at: readonly [number, number];
    readonly text: readonly [string, string];
  };
  readonly swatches: readonly Cloth[];
  readonly pinned: readonly [number, number];
}

function call({ to, from, text, end }: Call, ink: string): SvgNode {
  const side = end ? 'end' : 'start';
  const x = from[0] + (end ? -10 : 10);
  const elbow = from[0] + (to[0] > from[0] ? 34 : -34);
  const d = `M${from[0]} ${from[1]}H${elbow}L${to[0]} ${to[1]}`;
  return all(
    path(d, { stroke: colour.paper, 'stroke-width': 4.5, opacity: 0.7 }),
    path(d, { stroke: colour.madder, 'stroke-width': 2, 'stroke-dasharray': '7 5' }),
    el('circle', { cx: to[0], cy: to[1], r: 8, fill: colour.paper, stroke: colour.madder, 'stroke-width': 2.4 }),
    el('circle', { cx: to[0], cy: to[1], r: 2.6, fill: colour.madder }),
    lettering(text[0], x, from[1] - 22, 15, { stroke: ink, 'stroke-width': 2 }, side),
    lettering(text[1], x, from[1] + 4, 11, { stroke: ink, 'stroke-width': 1.4 }, side),
  );
}

/** A reading glass over the cloth, which shows its weave four times as large. */
function glass({ cloth, at: [x, y], text }: Intro['glass'], ink: string): SvgNode {
  const lens = el('circle', { r: 82 });
  const weave = weaveOf({ ...cloth, repeat: (cloth.repeat ?? 1) * 3.4 });
  return place(
    all(
      path(line([58, 58], [128, 128]), { stroke: colour.ink, 'stroke-width': 27 }),
      path(line([62, 62], [127, 127]), { stroke: colour.wood, 'stroke-width': 21 }),
      path(line([70, 62], [126, 118]), { stroke: '#fff', 'stroke-width': 3, opacity: 0.5 }),
      use(lens, { fill: cloth.base }),
      weave && clipped(lens, use(lens, { fill: weave })),
      path('M-58 -30C-50 -56 -30 -66 -6 -68C-30 -54 -44 -36 -48 -10Z', { fill: '#fff', opacity: 0.55 }),
      use(lens, { stroke: colour.ink, 'stroke-width': 17 }),
      use(lens, { stroke: colour.brass, 'stroke-width': 11 }),
      lettering(text[0], 0, -126, 15, { stroke: ink, 'stroke-width': 2 }, 'middle'),
      lettering(text[1], 0, -104, 11, { stroke: ink, 'stroke-width': 1.4 }, 'middle'),
    ),
    x,
    y,
  );
}

/** Draws a detail sheet. */
export function intro(spec: Intro): SvgNode {
  const { width: w, height: h } = introSize;
  const [x, y, scale] = spec.at;
  const mark = markOn(spec.ground.color);
  const ink = lightness(spec.ground.color) < 0.5 ? '#F6EBD2' : colour.ink;
  return all(
    ground(spec.ground, w, h),
    path(`M30 56V30H56M${w - 56} 30H${w - 30}V56M30 ${h - 56}V${h - 30}H56M${w - 56} ${h - 30}H${w - 30}V${h - 56}`, {
      stroke: mark,
      'stroke-width': 2,
    }),
    place(tape(h, 30, colour.marigold), 36, 0, 1, 90),
    group({ filter: dropShadow(14, 18, 11) }, place(garment(spec.outfit), x, y, scale)),
    ...spec.swatches.map((cloth, i) =>
      all(
        place(swatch(cloth, 96, 76), spec.pinned[0] + i * 12, spec.pinned[1] + i * 92, 1, i % 2 ? 4 : -4),
        place(
          pin(i % 2 ? colour.indigo : colour.madder),
          spec.pinned[0] + i * 12 + 50,
          spec.pinned[1] + i * 92 + 14,
          1.15,
        ),
      ),
    ),
    ...spec.calls.map((each) => call(each, ink)),
    glass(spec.glass, ink),
  );
}
