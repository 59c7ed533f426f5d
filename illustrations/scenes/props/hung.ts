import { colour, dye, shade, tint } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { type Cloth, cloth, tubeLight } from '../../core/textures';
import { fallLight, soft } from '../../furnishings/cloth';

const ink = colour.ink;

/** A garment as it hangs on a full rail: turned sideways, sleeve towards us, front edge to the right. */
export interface Hung {
  material: Cloth;
  /** From the hanger's hook to the hem. */
  length?: number;
  sleeve?: 'long' | 'short' | 'none';
  collar?: 'lapel' | 'stand' | 'shirt' | 'round' | 'hood';
  trim?: string;
  /** Bands round the sleeve: rank stripes or reflective tape. */
  bands?: readonly [number, string];
  /** Bands round the body, as on high-visibility clothes. */
  tape?: string;
  buttons?: string;
  pocket?: boolean;
  /** Trousers over the hanger's bar, seen below the hem. */
  under?: Cloth;
}

const hook = path('M0 2C-2 -14 16 -14 14 2C13 12 0 12 0 26V38', { stroke: ink, 'stroke-width': 4.6 });

/** One hung garment; the rail's middle is at (0, 0), the hem at `length`. */
export function hung(spec: Hung): SvgNode {
  const {
    material,
    length = 352,
    sleeve = 'long',
    collar = 'lapel',
    trim = shade(material.base, 0.35),
    bands,
    tape,
    buttons,
    pocket = true,
    under,
  } = spec;
  const l = length;
  const body = outline(
    [-24, 52, 's'],
    [6, 40, 's'],
    [34, 54],
    [58, 96, 's'],
    [60, l * 0.5, 's'],
    [74, l - 6],
    [40, l + 4, 's'],
    [4, l - 4, 's'],
    [-30, l + 4, 's'],
    [-52, l - 8],
    [-42, l * 0.5, 's'],
    [-38, 90, 's'],
  );
  const reach = sleeve === 'long' ? l * 0.62 + 60 : 190;
  const arm = outline(
    [-26, 62, 's'],
    [0, 46, 's'],
    [28, 66, 's'],
    [34, reach * 0.55, 's'],
    [24, reach],
    [-22, reach - 4],
    [-30, reach * 0.55, 's'],
  );
  const stripes = bands
    ? Array.from(
        { length: bands[0] },
        (_, i) => `M-34 ${reach - 24 - i * 15}Q2 ${reach - 16 - i * 15} 38 ${reach - 22 - i * 15}`,
      ).join('')
    : '';
  const front = `M40 58C52 120 48 200 52 ${l - 4}`;
  return all(
    under &&
      soft(outline([-30, l * 0.5], [44, l * 0.5], [50, l + 96], [8, l + 100, 's'], [-36, l + 94]), under, {
        light: fallLight,
        folds: [[10, l, 8, l + 96, 6, 2]],
      }),
    hook,
    soft(
      body,
      material,
      {
        width: 2.5,
        light: fallLight,
        folds: [
          [-34, 120, -42, l - 10, 12, 6],
          [46, 170, 58, l - 14, 12, -6],
          [-12, l * 0.6, -16, l, 9, 4],
          [20, l * 0.62, 30, l, 9, -4],
        ],
      },
      tape
        ? path(`M-70 ${l * 0.52}Q0 ${l * 0.55} 90 ${l * 0.52}M-70 ${l * 0.68}Q0 ${l * 0.71} 90 ${l * 0.68}`, {
            stroke: tape,
            'stroke-width': 17,
          })
        : undefined,
    ),
    path(front, { stroke: ink, 'stroke-width': 1.3, opacity: 0.7 }),
    buttons
      ? all(
          ...[0, 1, 2, 3].map((i) =>
            el('circle', {
              cx: 56 + i * 0.6,
              cy: 150 + (i * (l - 210)) / 3.4,
              r: 4.4,
              fill: buttons,
              stroke: ink,
              'stroke-width': 1.3,
            }),
          ),
        )
      : undefined,
    collar === 'lapel'
      ? soft(
          'M10 40Q34 36 42 52L62 122L70 100L58 84L64 72L40 44Q24 34 10 40Z',
          { base: trim },
          { light: fallLight, width: 1.9 },
        )
      : undefined,
    collar === 'stand'
      ? soft('M-6 44L-2 24Q20 18 40 30L42 54Q20 38 -6 44Z', { base: trim }, { light: fallLight, width: 1.9 })
      : undefined,
    collar === 'shirt'
      ? soft(
          'M-8 42L-2 26Q22 18 40 32L64 66L44 76L34 50Q14 36 -8 42Z',
          { base: trim },
          { light: fallLight, width: 1.9 },
        )
      : undefined,
    collar === 'round' ? path('M-8 46Q20 34 42 58', { stroke: trim, 'stroke-width': 7 }) : undefined,
    collar === 'hood'
      ? soft('M-34 60C-40 20 10 10 44 54L50 96C20 70 -10 66 -34 60Z', material, { light: fallLight, width: 2 })
      : undefined,
    pocket && soft(`M26 ${l * 0.62}L50 ${l * 0.61}L52 ${l * 0.61 + 18}L28 ${l * 0.62 + 18}Z`, material, { width: 1.5 }),
    sleeve !== 'none' &&
      soft(
        arm,
        material,
        {
          width: 2.3,
          light: tubeLight,
          folds: [
            [-20, 110, -2, 190, 8, 5],
            [26, 130, 4, 230, 7, -5],
          ],
        },
        stripes ? path(stripes, { stroke: bands?.[1], 'stroke-width': 7 }) : undefined,
      ),
    sleeve === 'long' &&
      path(`M-23 ${reach - 14}Q2 ${reach - 8} 26 ${reach - 11}`, {
        stroke: tint(material.base, 0.4),
        'stroke-width': 1.3,
        'stroke-dasharray': '4 3',
      }),
    sleeve === 'short' &&
      path(`M-28 ${reach - 10}Q2 ${reach - 2} 28 ${reach - 6}`, { stroke: trim, 'stroke-width': 6 }),
  );
}

/** Uniforms of the seven sectors as they hang between fittings. */
export const wardrobe: readonly Hung[] = [
  {
    material: cloth(dye.navy, 'twill'),
    bands: [4, colour.marigold],
    buttons: colour.brass,
    under: cloth(dye.navy, 'twill'),
  },
  {
    material: cloth(dye.white, 'twill'),
    collar: 'stand',
    trim: dye.white,
    buttons: '#2A2A2D',
    length: 330,
    pocket: false,
  },
  { material: cloth(dye.maroon, 'herringbone'), buttons: colour.brass, length: 356 },
  { material: cloth(dye.theatre, 'linen'), collar: 'round', sleeve: 'short', length: 316 },
  {
    material: cloth(dye.flare, 'twill'),
    collar: 'shirt',
    tape: dye.silver,
    bands: [1, dye.silver],
    length: 342,
    under: cloth(dye.charcoal, 'twill'),
  },
  {
    material: cloth(dye.khaki, 'twill'),
    collar: 'shirt',
    buttons: colour.brass,
    length: 334,
    sleeve: 'short',
    under: cloth(dye.khaki, 'twill'),
  },
  { material: cloth(dye.bottle, 'twill'), trim: dye.bottle, buttons: '#F4EDDF', length: 420 },
  { material: cloth(dye.sky, 'stripe', '#FBF8F1'), collar: 'shirt', trim: '#FBF8F1', length: 326, pocket: false },
  {
    material: cloth(dye.charcoal, 'pinstripe'),
    length: 366,
    buttons: '#2A2A2D',
    under: cloth(dye.charcoal, 'pinstripe'),
  },
  { material: cloth(dye.white, 'linen'), length: 430, buttons: dye.white, trim: dye.white },
  { material: cloth(dye.olive, 'camo', dye.moss, dye.khaki, 0.6), collar: 'shirt', length: 336 },
  {
    material: cloth(dye.madder, 'twill'),
    collar: 'stand',
    trim: colour.marigold,
    buttons: colour.marigold,
    length: 322,
  },
  { material: cloth(dye.chambray, 'denim'), collar: 'shirt', length: 338, buttons: colour.brass },
  { material: cloth(dye.plum, 'twill'), length: 400, trim: dye.rose },
];

/** A length of rail filled with garments from `from` on in the wardrobe, `step` apart; the rail itself is the caller's. */
export function hungRow(count: number, step: number, from = 0, scale = 1, list: readonly Hung[] = wardrobe): SvgNode {
  return all(
    ...Array.from({ length: count }, (_, k) => {
      const i = count - 1 - k;
      const spec = list[(from + i) % list.length];
      return spec && place(hung(spec), i * step, 0, scale, ((i * 37) % 5) * 0.5 - 1);
    }),
  );
}
