import { colour, shade, tint } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { all, el, pair, path, place, type SvgNode } from '../../core/svg';
import { cloth, floorShadow } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, seam } from '../figure/piece';

type Shoe = 'oxford' | 'boot' | 'gumboot' | 'trainer' | 'sandal' | 'court' | 'strap' | 'sock';

const sole = (color: string, from = -20, to = 26): SvgNode =>
  piece(outline([from, 17], [to, 17], [to + 2, 25], [from - 1, 25]), cloth(color), [], { width: 1.7 });

/** One right shoe from the front, standing on y = 25, its ankle about (0, -20). */
const shapes: Record<Shoe, (color: string, trim: string) => SvgNode> = {
  oxford: (color) =>
    all(
      piece(
        outline(
          [-16, -18],
          [15, -18],
          [18, -2, 's'],
          [27, 12, 's'],
          [24, 22],
          [-20, 22],
          [-21, 8, 's'],
          [-17, -4, 's'],
        ),
        cloth(color),
        [path('M-10 12Q2 2 16 12', { stroke: tint(color, 0.4), 'stroke-width': 3, opacity: 0.6 })],
      ),
      seam(line([-14, 0], [2, 8, 's'], [18, 1]), cloth(color)),
      path('M-6 -12L8 -8M-7 -6L9 -3M7 -12L-6 -7', { stroke: tint(color, 0.5), 'stroke-width': 1.3 }),
      sole(shade(color, 0.5)),
    ),
  boot: (color) =>
    all(
      piece(
        outline(
          [-19, -72],
          [19, -72],
          [18, -20, 's'],
          [22, 4, 's'],
          [29, 14, 's'],
          [26, 22],
          [-22, 22],
          [-22, 6, 's'],
          [-19, -20, 's'],
        ),
        cloth(color),
        [
          fold(cloth(color), 18, -66, 18, 10, 12, 0, 0.5),
          crease(cloth(color), -18, -14, 4, -10, 2),
          crease(cloth(color), -18, -22, 0, -20, 2),
        ],
      ),
      path(
        'M-8 -66L8 -58M8 -66L-8 -58M-8 -54L8 -46M8 -54L-8 -46M-8 -42L8 -34M8 -42L-8 -34M-8 -30L8 -22M8 -30L-8 -22M-8 -18L8 -10M8 -18L-8 -10',
        { stroke: tint(color, 0.42), 'stroke-width': 1.6 },
      ),
      seam(line([-20, 6], [2, 2, 's'], [26, 8]), cloth(color)),
      sole(shade(color, 0.6), -23, 28),
    ),
  gumboot: (color, trim) =>
    all(
      piece(
        outline(
          [-23, -112],
          [23, -112],
          [20, -30, 's'],
          [23, 2, 's'],
          [30, 14, 's'],
          [27, 22],
          [-22, 22],
          [-22, 4, 's'],
          [-20, -30, 's'],
        ),
        cloth(color),
        [
          fold(cloth(color), 22, -100, 18, 8, 14, 3, 0.45),
          path('M-12 -100Q-16 -50 -10 -10', { stroke: '#fff', 'stroke-width': 4, opacity: 0.45 }),
        ],
      ),
      piece(outline([-24, -114], [24, -114], [24, -102], [-24, -102]), cloth(trim), [], { width: 1.7 }),
      crease(cloth(color), -20, -26, 6, -22, 3),
      crease(cloth(color), 20, -18, -2, -16, -2),
      sole(trim, -23, 29),
    ),
  trainer: (color, trim) =>
    all(
      piece(
        outline(
          [-16, -20],
          [16, -20],
          [19, -2, 's'],
          [27, 10, 's'],
          [25, 20],
          [-21, 20],
          [-21, 6, 's'],
          [-17, -6, 's'],
        ),
        cloth(color),
        [],
      ),
      path('M-18 14L-6 -4M24 12L10 -4', { stroke: trim, 'stroke-width': 4.4 }),
      path('M-6 -14L8 -10M-7 -7L9 -4M7 -14L-6 -9', { stroke: colour.ink, 'stroke-width': 1.3 }),
      sole('#FBF8F1', -22, 27),
    ),
  sandal: (color) =>
    all(sole(colour.kraft, -20, 24), ribbon(line([-17, 16], [-2, 2, 's'], [8, -2], [20, 14]), 7, color)),
  court: (color) =>
    all(
      piece(
        outline(
          [-13, -4],
          [-4, 8, 's'],
          [10, -4],
          [18, 8, 's'],
          [20, 22, 's'],
          [2, 26, 's'],
          [-15, 22, 's'],
          [-16, 6, 's'],
        ),
        cloth(color),
        [path('M-6 16Q2 12 10 16', { stroke: tint(color, 0.5), 'stroke-width': 2.4, opacity: 0.7 })],
      ),
    ),
  strap: (color) =>
    all(
      piece(
        outline([-16, -6], [-2, 6, 's'], [14, -6], [22, 6, 's'], [25, 20], [-20, 20], [-20, 6, 's']),
        cloth(color),
        [path('M-10 14Q4 6 16 14', { stroke: tint(color, 0.5), 'stroke-width': 2.6, opacity: 0.7 })],
      ),
      ribbon(line([-16, -6], [0, -9, 's'], [16, -6]), 4, color),
      sole(shade(color, 0.5)),
    ),
  sock: (color, trim) =>
    all(
      piece(
        outline([-15, -70], [15, -70], [13, -30, 's'], [15, -4], [-15, -4], [-13, -30, 's']),
        cloth(color, 'rib'),
        [],
      ),
      path('M-15 -62H15M-15 -54H15', { stroke: trim, 'stroke-width': 4 }),
    ),
};

/** A pair of shoes under the hems; `stance` is how far each stands from the centre, `rise` lifts them towards a short hem. */
export const shoes =
  (kind: Shoe, color: string, trim: string = shade(color, 0.4), stance = 42, rise = 0): Layer =>
  ({ body }) => {
    const k = body.hip[0] / 90;
    const one = place(shapes[kind](color, trim), stance * k, body.ankle + 2 - rise, k);
    return {
      front: all(
        el('ellipse', { cx: 4, cy: body.ankle + 26 * k - rise, rx: 96 * k, ry: 12 * k, fill: floorShadow }),
        pair(one),
      ),
    };
  };

/** One shoe by itself, for laying beside an outfit. */
export const oneShoe = (kind: Shoe, color: string, trim: string = shade(color, 0.4)): SvgNode =>
  shapes[kind](color, trim);
