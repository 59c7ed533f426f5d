import { colour } from '../../core/palette';
import { line } from '../../core/pens/curve';
import { lettering } from '../../core/pens/lettering';
import { inked } from '../../core/pens/pens';
import { pin, swatch, tape } from '../../core/props';
import { all, clipped, el, group, num, path, place, type SvgNode, use } from '../../core/svg';
import { type Cloth, dropShadow, weaveOf } from '../../core/textures';
import { garment, type OutfitSpec } from '../garment';
import { type Ground, ground, markOn } from '../ground';

export const introSize = { width: 900, height: 1100 } as const;

/** A note about a detail: the detail in the garment's units, the label's right edge and middle on it, two lines of words. */
export interface Call {
  readonly to: readonly [number, number];
  readonly label: readonly [right: number, y: number];
  readonly text: readonly [string, string];
}

/** A detail sheet: one thing drawn large, with notes, a cloth under the glass and swatches. */
export interface DetailSheet {
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

/** A sector's detail sheet shows an outfit. */
export interface Intro extends DetailSheet {
  readonly outfit: OutfitSpec;
}

/** A cloth label with two lines, its right edge at x and its middle at y; returns its left edge too. */
function plate(
  [right, y]: readonly [number, number],
  [first, second]: readonly [string, string],
): { node: SvgNode; left: number } {
  const width = Math.max(first.length * 14, second.length * 10.5) + 36;
  const left = right - width;
  return {
    left,
    node: all(
      path(`M${left + 5} ${y - 21}h${width}v54h${-width}z`, { fill: colour.ink, opacity: 0.2 }),
      path(`M${left} ${y - 27}h${width}v54h${-width}z`, { fill: '#FFFDF6', stroke: colour.ink, 'stroke-width': 1.8 }),
      path(`M${left + 7} ${y - 20}v40M${right - 7} ${y - 20}v40`, {
        stroke: colour.madder,
        'stroke-width': 2,
        'stroke-dasharray': '5 4',
      }),
      lettering(first, left + 19, y - 16, 14, { stroke: colour.ink, 'stroke-width': 2 }),
      lettering(second, left + 19, y + 7, 10.5, { stroke: colour.ink, 'stroke-width': 1.3, opacity: 0.75 }),
    ),
  };
}

function call({ to, label, text }: Call, [ox, oy, scale]: DetailSheet['at']): SvgNode {
  const { node, left } = plate(label, text);
  const x = ox + to[0] * scale;
  const y = oy + to[1] * scale;
  const start = x < left ? left : label[0];
  const d = `M${start} ${label[1]}L${num(x)} ${num(y)}`;
  return all(
    path(d, { stroke: '#FFFDF6', 'stroke-width': 5 }),
    path(d, { stroke: colour.madder, 'stroke-width': 2.4, 'stroke-dasharray': '8 5' }),
    el('circle', { cx: x, cy: y, r: 9, fill: '#FFFDF6', stroke: colour.madder, 'stroke-width': 2.6 }),
    el('circle', { cx: x, cy: y, r: 3, fill: colour.madder }),
    node,
  );
}

/** A reading glass over the cloth, which shows its weave four times as large. */
function glass({ cloth, at: [x, y], text }: DetailSheet['glass']): SvgNode {
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
      plate([120, -122], text).node,
    ),
    x,
    y,
  );
}

/** Draws a sector's detail sheet. */
export const intro = (spec: Intro): SvgNode => detailSheet(spec, inked(garment(spec.outfit), spec.at[2]));

/** Draws a detail sheet about `thing`, which is placed as the sheet says. */
export function detailSheet(spec: DetailSheet, thing: SvgNode): SvgNode {
  const { width: w, height: h } = introSize;
  const [x, y, scale] = spec.at;
  const mark = markOn(spec.ground.color);
  return all(
    ground(spec.ground, w, h),
    path(`M30 56V30H56M${w - 56} 30H${w - 30}V56M30 ${h - 56}V${h - 30}H56M${w - 56} ${h - 30}H${w - 30}V${h - 56}`, {
      stroke: mark,
      'stroke-width': 2,
    }),
    place(tape(h, 30, colour.marigold), 36, 0, 1, 90),
    group({ filter: dropShadow(14, 18, 11) }, place(thing, x, y, scale)),
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
    ...spec.calls.map((each) => call(each, spec.at)),
    glass(spec.glass),
  );
}
