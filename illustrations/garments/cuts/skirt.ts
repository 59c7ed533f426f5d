import { colour } from '../../core/palette';
import { type Knot, line, outline, symmetric } from '../../core/pens/curve';
import { all, type Child, path } from '../../core/svg';
import { type Cloth, shadeOf } from '../../core/textures';
import { type Level, level } from '../figure/body';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, seam, topStitch } from '../figure/piece';

export interface SkirtSpec {
  readonly cloth: Cloth;
  readonly hem: Level;
  readonly shape: 'pencil' | 'pleated' | 'aline' | 'full';
  readonly waistband?: Cloth;
  /** Bands along the hem: distance above it and colour. */
  readonly hoops?: readonly (readonly [number, string])[];
  /** Number of pleats to each side. */
  readonly pleats?: number;
}

const widths = { pencil: [6, -8], pleated: [12, 42], aline: [8, 30], full: [16, 70] } as const;

/** A skirt from the waist. */
export const skirt =
  (spec: SkirtSpec): Layer =>
  ({ body }) => {
    const material = spec.cloth;
    const hem = level(body, spec.hem);
    const [wx, wy] = body.waist;
    const [hx, hy] = body.hip;
    const [hipEase, flare] = widths[spec.shape];
    const w = wx + 3;
    const low = hx + flare;
    const top = wy - 4;
    const count = spec.pleats ?? 4;
    const pleated = spec.shape === 'pleated';
    const hemLine: Knot[] = [];
    if (pleated) {
      for (let i = count; i >= 0; i--) {
        const x = (low * (i + 0.5)) / (count + 0.5);
        hemLine.push([x, hem + (i % 2 ? 0 : 3) - (i / count) * 8]);
        if (i > 0) hemLine.push([x - low / (count + 0.5) + 5, hem + 8 - (i / count) * 8]);
      }
      hemLine.push([0, hem + 4]);
    } else hemLine.push([low, hem - 6], [low * 0.5, hem + 4, 's'], [0, hem + 6, 's']);
    const d = symmetric([0, top], [w, top], [hx + hipEase, hy, 's'], ...hemLine);
    const inside: Child[] = [];
    if (pleated) {
      for (let i = -count; i <= count; i++) {
        const x1 = (w * (i + (i < 0 ? -0.1 : 0.1))) / (count + 0.6);
        const x2 = (low * (i + 0.5 * Math.sign(i || 1) * 0)) / (count + 0.5);
        inside.push(
          path(outline([x1, top], [x2 + 2, hem + 12], [x2 + low * 0.1, hem + 12], [x1 + 3, top]), {
            fill: shadeOf(material),
            opacity: 0.55,
          }),
          seam(`M${x1} ${top}L${x2} ${hem + 12}`, material, 1.6),
        );
      }
    } else if (spec.shape === 'pencil') {
      inside.push(
        fold(material, w, wy + 40, low * 0.8, hem, 24, 4, 0.42),
        crease(material, hx, hy, hx * 0.3, hy + 10, 4),
        crease(material, -hx, hy + 8, -hx * 0.4, hy + 16, -3),
        seam(`M${-w * 0.5} ${wy}V${wy + 56}M${w * 0.5} ${wy}V${wy + 56}`, material),
      );
    } else {
      for (const k of [-0.8, -0.45, -0.1, 0.3, 0.62, 0.88]) {
        inside.push(
          fold(material, w * k, wy + 24, low * k, hem + 8, 18, k * 8, 0.42),
          crease(material, w * k - 3, wy + 10, low * k - 8, hem + 8, k * 6, 1.5),
        );
      }
    }
    for (const [up, color] of spec.hoops ?? []) {
      const y = hem - up;
      const x = low + 20;
      inside.push(
        path(line([-x, y - 8], [0, y + 4, 's'], [x, y - 8]), { stroke: colour.ink, 'stroke-width': 8 }),
        path(line([-x, y - 8], [0, y + 4, 's'], [x, y - 8]), { stroke: color, 'stroke-width': 5.6 }),
      );
    }
    return {
      front: all(
        piece(d, material, inside),
        !pleated &&
          topStitch(
            line(
              [-low + 3, hem - 14],
              [-low * 0.5, hem - 5, 's'],
              [0, hem - 3, 's'],
              [low * 0.5, hem - 5, 's'],
              [low - 3, hem - 14],
            ),
            material,
          ),
        piece(
          outline(
            [-w - 1, top - 9],
            [0, top - 4, 's'],
            [w + 1, top - 9],
            [w + 3, top + 10],
            [0, top + 15, 's'],
            [-w - 3, top + 10],
          ),
          spec.waistband ?? material,
          [],
          { width: 1.9 },
        ),
      ),
    };
  };
