import { curve, type Knot, line, mirrored, symmetric } from '../../core/pens/curve';
import { all, type Child, pair, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { type Frame, type Level, level } from '../figure/body';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, seam, topStitch } from '../figure/piece';
import { type Collar, neckOf } from '../parts/neck';
import { bothArms, type SleeveSpec, sleeve } from '../parts/sleeve';
import { hangingFolds } from '../views/hook';

/** How much wider than the body: at the chest, the waist and the hem. */
const fits = {
  fitted: [3, 4, 4],
  tailored: [7, 10, 9],
  regular: [9, 16, 12],
  boxy: [13, 30, 20],
  loose: [19, 40, 34],
  aline: [6, 12, 46],
  gown: [20, 48, 66],
} as const;

/** What details on a body piece need to know. */
export interface Panel {
  readonly frame: Frame;
  readonly material: Cloth;
  readonly hem: number;
  /** Half width of the piece at a height. */
  side(y: number): number;
}

export type Detail = (panel: Panel) => Child;

export interface TopSpec {
  readonly cloth: Cloth;
  readonly collar: Collar;
  readonly fit?: keyof typeof fits;
  readonly hem: Level;
  readonly hemShape?: 'straight' | 'shirt-tail' | 'cutaway' | 'rib' | 'peplum' | 'points';
  /** `undefined` leaves the armholes open. */
  readonly sleeve?: SleeveSpec;
  /** Drawn on the body, cut to its outline. */
  readonly inside?: readonly Detail[];
  /** Drawn over everything. */
  readonly on?: readonly Detail[];
  /** Worn beneath another garment: only its neck and cuffs show, so it is drawn without folds. */
  readonly under?: boolean;
  /** How far the armhole is cut in from the shoulder; more for vests. */
  readonly cutIn?: number;
}

export function panelOf(frame: Frame, spec: TopSpec): Panel {
  const { body } = frame;
  const hem = level(body, spec.hem);
  const [chest, waist, low] = fits[spec.fit ?? 'regular'];
  const stops: [number, number][] = [
    [body.chest[1], body.chest[0] + chest],
    [body.waist[1], body.waist[0] + waist],
  ];
  const hip = body.hip[0] + Math.max(low, 6);
  if (hem > body.hip[1])
    stops.push(
      [body.hip[1], body.hip[0] + 6 + (low - 6) * 0.5],
      [hem, hip + (hem - body.hip[1]) * (low > 40 ? 0.12 : -0.015)],
    );
  else stops.push([body.hip[1], hip]);
  const side = (y: number): number => {
    const next = stops.findIndex(([at]) => at >= y);
    if (next === 0) return stops[0]?.[1] ?? 0;
    const a = stops[next - 1] ?? stops.at(-2);
    const b = next < 0 ? stops.at(-1) : stops[next];
    if (!a || !b) return 0;
    const t = (y - a[0]) / (b[0] - a[0] || 1);
    const eased = t * t * (3 - 2 * t);
    return a[1] + (b[1] - a[1]) * (next < 0 ? 1 : eased);
  };
  return { frame, material: spec.cloth, hem, side };
}

function hemKnots(shape: TopSpec['hemShape'], hem: number, x: number): Knot[] {
  switch (shape) {
    case 'shirt-tail':
      return [
        [x, hem - 34],
        [x * 0.8, hem - 18, 's'],
        [x * 0.45, hem + 4, 's'],
        [0, hem + 6, 's'],
      ];
    case 'cutaway':
      return [
        [x, hem - 4],
        [x * 0.5, hem + 3, 's'],
        [x * 0.24, hem - 2, 's'],
        [x * 0.06, hem - 34, 's'],
        [0, hem - 52],
      ];
    case 'points':
      return [
        [x, hem - 14],
        [x * 0.6, hem - 6, 's'],
        [x * 0.3, hem + 20],
        [0, hem - 8],
      ];
    case 'peplum':
      return [
        [x + 10, hem - 4],
        [x * 0.6, hem + 6, 's'],
        [0, hem + 8, 's'],
      ];
    default:
      return [
        [x, hem],
        [x * 0.55, hem + 5, 's'],
        [0, hem + 6, 's'],
      ];
  }
}

/** Half outline of the body piece, from the neck's front to the hem's centre. */
export function halfBody(
  frame: Frame,
  panel: Panel,
  spec: TopSpec,
  neckline: readonly Knot[] = neckOf(frame.body, spec.collar).line,
): Knot[] {
  const { body } = frame;
  const [sx, sy] = body.shoulder;
  const [, cy] = body.chest;
  const cut = spec.cutIn ?? 0;
  const reach = cy - sy;
  const last = neckline.at(-1) ?? [0, 0];
  const shoulder: Knot = [sx - cut, sy - cut * 0.32];
  const sides: Knot[] = [];
  for (const y of [body.waist[1], body.hip[1]]) if (y < panel.hem - 30) sides.push([panel.side(y), y, 's']);
  return [
    ...neckline,
    [(last[0] + shoulder[0]) / 2, (last[1] + shoulder[1]) / 2 - 2, 's'],
    shoulder,
    [sx - cut - reach * 0.15, sy + reach * 0.5, 's'],
    [panel.side(cy) - cut * 0.2, cy + cut * 0.2],
    ...sides,
    ...hemKnots(spec.hemShape, panel.hem, panel.side(panel.hem)),
  ];
}

export function drape(panel: Panel): Child[] {
  if (panel.frame.pose === 'hook') return hangingFolds(panel);
  const {
    frame: { body },
    material,
    hem,
    side,
  } = panel;
  const [cx, cy] = body.chest;
  const [, wy] = body.waist;
  const long = hem > body.hip[1] + 40;
  const out: Child[] = [
    fold(material, cx * 0.98, cy, cx * 0.4, cy + 46, 15, -6, 0.42),
    fold(material, -cx * 0.98, cy + 2, -cx * 0.46, cy + 36, 10, 5, 0.34),
    crease(material, cx, cy + 1, cx * 0.5, cy + 38, -5),
    crease(material, -cx, cy + 1, -cx * 0.56, cy + 30, 4),
    fold(material, side(wy) * 0.98, wy - 30, side(hem) * 0.82, Math.min(hem - 6, wy + 110), 20, 8, 0.42),
    fold(material, side(wy), wy - 8, side(wy) * 0.42, wy + 16, 8, 3, 0.36),
    crease(material, side(wy), wy - 6, side(wy) * 0.52, wy + 15, 3),
    crease(material, -side(wy), wy - 2, -side(wy) * 0.6, wy + 14, -3),
  ];
  if (long) {
    for (const [k, w] of [
      [0.72, 18],
      [0.3, 12],
      [-0.28, 10],
      [-0.7, 13],
    ] as const) {
      out.push(fold(material, side(wy) * k * 0.82, body.hip[1] - 30, side(hem) * k, hem + 8, w, k * 5, 0.4));
      out.push(crease(material, side(wy) * k * 0.84 - 4, body.hip[1] + 10, side(hem) * k - 7, hem + 6, k * 4, 1.3));
    }
  }
  return out;
}

/** A garment for the upper body: shirt, jacket, coat, dress bodice, gown. */
export const top =
  (spec: TopSpec): Layer =>
  (frame) => {
    const panel = panelOf(frame, spec);
    const half = halfBody(frame, panel, spec);
    const material = spec.cloth;
    const neck = neckOf(frame.body, spec.collar);
    const arms = spec.sleeve && bothArms(sleeve(frame, spec.sleeve, material), frame);
    const [sx, sy] = frame.body.shoulder;
    const [cx, cy] = frame.body.chest;
    const reach = cy - sy;
    const cut = spec.cutIn ?? 0;
    const armhole = topStitch(
      line([sx - cut - 6, sy + 2], [sx - cut - reach * 0.15 - 6, sy + reach * 0.5, 's'], [cx - 5, cy - 2]),
      material,
    );
    const hemLine = spec.hemShape === 'rib' ? undefined : hemStitch(spec, panel);
    return {
      back: neck.back(material),
      front: all(
        arms?.behind,
        piece(symmetric(...half), material, [
          ...(spec.under ? [] : drape(panel)),
          ...(spec.inside ?? []).map((draw) => draw(panel)),
          spec.hemShape === 'rib' && ribHem(panel),
        ]),
        !spec.under && pair(armhole),
        !spec.under && hemLine,
        ...(spec.on ?? []).map((draw) => draw(panel)),
        arms?.before,
        neck.front(material, frame),
      ),
    };
  };

export function hemStitch(spec: TopSpec, { hem, side, material }: Panel): SvgNode {
  const half = hemKnots(spec.hemShape, hem - 7, side(hem) - 2).reverse();
  return topStitch(curve([...mirrored(half).filter(([x]) => x !== 0), ...half]), material);
}

function ribHem(panel: Panel): SvgNode {
  const { hem, side, material } = panel;
  const x = side(hem) + 4;
  return piece(
    symmetric([0, hem - 16, 's'], [x, hem - 20], [x, hem + 10], [0, hem + 10]),
    { base: material.base, weave: 'rib' },
    [seam('', material)],
  );
}
