import { colour } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, el, flip, pair, path, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, topStitch } from '../figure/piece';

const front =
  (node: SvgNode): Layer =>
  () => ({ front: node });

/** A necktie that ends at `tip`. */
export const tie = (material: Cloth, tip = 190, k = 1): Layer => {
  const w = 17 * k;
  return front(
    all(
      piece(symmetric([0, 18], [7 * k, 18], [w * 0.75, tip * 0.5, 's'], [w, tip - 18], [0, tip]), material, [
        fold(material, 5, 24, w, tip, 9, 0, 0.45),
      ]),
      piece(symmetric([0, 4], [10 * k, 4], [7 * k, 22], [0, 24]), material, [fold(material, 6, 4, 6, 22, 5, 0, 0.5)]),
      crease(material, -2, 26, -4, 60, 0),
    ),
  );
};

export const bowTie = (material: Cloth, k = 1): Layer =>
  front(
    all(
      pair(
        piece(
          outline([4, 8], [18 * k, -3, 's'], [34 * k, -4], [36 * k, 10, 's'], [33 * k, 24], [18 * k, 20, 's'], [4, 13]),
          material,
          [fold(material, 4, 10, 26 * k, 12, 6, 0, 0.5)],
        ),
      ),
      piece(outline([-7, 2], [7, 2], [7, 19], [-7, 19]), material, [], { width: 1.8 }),
    ),
  );

/** A soft bow with two hanging ends. */
export const neckBow = (material: Cloth, k = 1): Layer =>
  front(
    all(
      pair(
        piece(outline([2, 18], [15 * k, 30, 's'], [24 * k, 84, 's'], [14 * k, 92], [4 * k, 50, 's']), material, [
          crease(material, 6, 26, 16 * k, 84, -2),
        ]),
      ),
      pair(
        piece(
          outline([4, 10], [22 * k, -8, 's'], [42 * k, 2, 's'], [40 * k, 24, 's'], [20 * k, 26, 's'], [4, 18]),
          material,
          [fold(material, 4, 14, 34 * k, 10, 8, 0, 0.45), crease(material, 8, 14, 30 * k, 16, 2)],
        ),
      ),
      piece(outline([-7, 5], [7, 5], [8, 22], [-8, 22]), material, [], { width: 1.8 }),
    ),
  );

/** A knotted square at the throat: a cook's or a scout's. */
export const neckerchief = (material: Cloth, k = 1): Layer =>
  front(
    all(
      pair(
        piece(
          outline([0, 10], [14 * k, -4, 's'], [32 * k, -34], [42 * k, -22, 's'], [26 * k, 10, 's'], [5, 24]),
          material,
          [crease(material, 34 * k, -26, 8, 14, 4), fold(material, 38 * k, -24, 8, 20, 6, 3, 0.4)],
        ),
      ),
      piece(outline([-3, 20], [-20 * k, 50, 's'], [-26 * k, 78], [-6, 64, 's'], [3, 24]), material, [
        crease(material, -2, 24, -18, 68, 2),
      ]),
      piece(outline([3, 20], [20 * k, 46, 's'], [30 * k, 70], [10, 62, 's'], [-3, 24]), material, [
        fold(material, 4, 24, 18, 66, 8, 0, 0.4),
      ]),
      piece(outline([-9, 7], [9, 6], [11, 22, 's'], [0, 27, 's'], [-11, 22, 's']), material, [
        crease(material, -6, 12, 6, 20, 1),
      ]),
    ),
  );

/** A silk scarf tied to one side, as cabin crew wear it. */
export const silkScarf = (material: Cloth, k = 1): Layer =>
  front(
    all(
      piece(
        outline(
          [-34 * k, -32],
          [-20 * k, -8, 's'],
          [0, 4, 's'],
          [20 * k, -8, 's'],
          [34 * k, -32],
          [38 * k, -14, 's'],
          [22 * k, 14, 's'],
          [0, 26, 's'],
          [-22 * k, 14, 's'],
          [-38 * k, -14, 's'],
        ),
        material,
        [crease(material, -30 * k, -18, 0, 14, -8), crease(material, 30 * k, -20, 4, 12, 8)],
      ),
      piece(
        outline([24 * k, 8], [48 * k, -2, 's'], [68 * k, -16], [66 * k, 12, 's'], [56 * k, 30], [34 * k, 20, 's']),
        material,
        [crease(material, 28 * k, 12, 58 * k, 6, 2)],
      ),
      piece(
        outline([20 * k, 14], [26 * k, 44, 's'], [16 * k, 78], [46 * k, 70, 's'], [52 * k, 54], [34 * k, 18]),
        material,
        [crease(material, 26 * k, 20, 34 * k, 66, -2), fold(material, 32 * k, 20, 46 * k, 64, 8, 0, 0.4)],
      ),
      piece(outline([14 * k, 4], [30 * k, 0], [36 * k, 18, 's'], [22 * k, 24, 's']), material, [], { width: 2 }),
    ),
  );

/** A card on a ribbon. */
export const lanyard =
  (ribbonColor: string, y = 138, card: string = colour.cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
    },
  }) => ({
    front: all(
      ribbon(line([-nx + 4, ny - 2], [-nx * 0.55, y * 0.4, 's'], [0, y - 8]), 4, ribbonColor),
      ribbon(line([nx - 4, ny - 2], [nx * 0.55, y * 0.4, 's'], [0, y - 8]), 4, ribbonColor),
      piece(outline([-4, y - 12], [4, y - 12], [4, y], [-4, y]), { base: colour.steel }, [], { width: 1.3 }),
      piece(
        outline([-21, y], [21, y], [21, y + 54], [-21, y + 54]),
        { base: card },
        [path(`M-21 ${y}h42v13h-42z`, { fill: ribbonColor })],
        { width: 1.8 },
      ),
      el('circle', { cx: 0, cy: y + 27, r: 8, fill: colour.linen, stroke: colour.ink, 'stroke-width': 1 }),
      path(`M-13 ${y + 42}H13M-9 ${y + 48}H9`, { stroke: colour.ink, 'stroke-width': 1.6 }),
    ),
  });

/** A stethoscope round the neck. */
export const stethoscope =
  (tube: string = colour.ink): Layer =>
  ({
    body: {
      neck: [nx, ny],
    },
  }) => {
    const run = line(
      [-nx + 6, ny - 4],
      [-nx - 8, 40, 's'],
      [-nx + 2, 96, 's'],
      [-6, 128, 's'],
      [nx + 6, 96, 's'],
      [nx + 12, 40, 's'],
      [nx - 6, ny - 4],
    );
    const drop = line([-nx - 1, 92], [-nx - 10, 140, 's'], [-nx + 2, 172, 's']);
    return {
      front: all(
        path(run, { stroke: colour.ink, 'stroke-width': 7.5 }),
        path(run, { stroke: tube, 'stroke-width': 4.6 }),
        path(drop, { stroke: colour.ink, 'stroke-width': 7.5 }),
        path(drop, { stroke: tube, 'stroke-width': 4.6 }),
        el('circle', { cx: -nx + 4, cy: 182, r: 14, fill: colour.ink }),
        el('circle', { cx: -nx + 3, cy: 180, r: 13, fill: colour.steel, stroke: colour.ink, 'stroke-width': 1.6 }),
        el('circle', { cx: -nx + 3, cy: 180, r: 8, fill: '#E9EBEA', stroke: colour.ink, 'stroke-width': 1 }),
      ),
    };
  };

/** A cord with a whistle that runs from the shoulder into the pocket. */
export const whistleCord =
  (color: string): Layer =>
  ({
    body: {
      shoulder: [sx],
      chest,
    },
  }) => {
    const d = line([sx - 20, 2], [sx - 34, 60, 's'], [chest[0] * 0.52, 86, 's'], [chest[0] * 0.5, 74]);
    return {
      front: all(
        path(d, { stroke: colour.ink, 'stroke-width': 6 }),
        path(d, { stroke: color, 'stroke-width': 3.6 }),
        path(d, { stroke: colour.ink, 'stroke-width': 3.6, 'stroke-dasharray': '1 5', opacity: 0.5 }),
      ),
    };
  };

/** A long stole over both shoulders. */
export const stole =
  (material: Cloth, border: Cloth, end = 250): Layer =>
  ({
    body: {
      neck: [nx, ny],
    },
  }) => {
    const side = (drop: number) =>
      all(
        piece(
          outline(
            [nx - 12, ny - 10],
            [nx + 6, ny - 8, 's'],
            [nx + 26, 40, 's'],
            [nx + 24, drop],
            [nx - 14, drop + 4],
            [nx - 18, 40, 's'],
          ),
          material,
          [
            fold(material, nx + 6, ny, nx + 8, drop, 10, 0, 0.4),
            crease(material, nx - 6, ny, nx - 6, drop, 2, 1.4),
            crease(material, nx + 12, ny + 10, nx + 14, drop, -2, 1.4),
          ],
        ),
        piece(outline([nx - 15, drop - 26], [nx + 25, drop - 30], [nx + 24, drop], [nx - 14, drop + 4]), border, [], {
          width: 1.6,
        }),
        topStitch(
          `M${nx - 13} ${drop + 10}v9M${nx - 5} ${drop + 9}v9M${nx + 3} ${drop + 8}v9M${nx + 11} ${drop + 7}v9M${nx + 19} ${drop + 6}v9`,
          border,
        ),
      );
    return { front: all(flip(side(end)), side(end - 46)) };
  };
