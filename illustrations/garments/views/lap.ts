import { colour, dye } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { all, pair, path, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import { shoes } from '../accessories/shoes';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, seam } from '../figure/piece';

/** A draughtsman's stool for a figure `half` wide that sits at `seat`, its feet at `foot`. */
function stool(half: number, seat: number, foot: number): SvgNode {
  return all(
    pair(ribbon(line([half * 0.7, seat + 10], [half + 34, foot]), 9, colour.wood, 'round')),
    ribbon(line([-half - 16, foot - 74], [half + 16, foot - 74]), 6, colour.brass),
    piece(
      outline(
        [-half - 34, seat],
        [0, seat - 34, 's'],
        [half + 34, seat],
        [half + 24, seat + 26, 's'],
        [0, seat + 36, 's'],
        [-half - 24, seat + 26, 's'],
      ),
      cloth(dye.hide, 'leather'),
    ),
  );
}

/** Trousers of a seated figure, knees towards the viewer and apart, its shoes, and the stool below. */
export const lap =
  (material: Cloth, shoe: string): Layer =>
  (frame) => {
    const { body } = frame;
    const [hx, hy] = body.hip;
    const knee = hy + 112;
    const foot = knee + (body.ankle - body.knee) * 0.9;
    const out = hx + 34;
    const shin = outline(
      [30, knee - 24],
      [out - 6, knee - 20],
      [out - 16, (knee + foot) / 2, 's'],
      [out - 22, foot],
      [40, foot + 5],
      [36, (knee + foot) / 2, 's'],
    );
    const thigh = outline(
      [1, hy - 24],
      [hx + 4, hy - 44],
      [hx + 26, hy + 20, 's'],
      [out, knee - 30, 's'],
      [out - 4, knee + 6, 's'],
      [out * 0.66, knee + 20, 's'],
      [30, knee + 2, 's'],
      [20, knee - 40, 's'],
      [2, hy + 44],
    );
    const half = all(
      piece(
        shin,
        material,
        [
          path(`M20 ${knee - 30}H${out + 8}V${knee + 34}Q${out * 0.6} ${knee + 58} 20 ${knee + 34}Z`, {
            fill: '#15183A',
            opacity: 0.28,
          }),
          crease(material, out * 0.6, knee + 24, out * 0.58, foot, 0, 1.8),
        ],
        { light: 'tube' },
      ),
      piece(thigh, material, [
        fold(material, 4, hy + 40, hx * 0.9, hy + 2, 20, 8, 0.5),
        fold(material, 26, knee - 4, out * 0.7, knee - 50, 16, -10, 0.45),
        path(line([out * 0.42, knee - 34], [out * 0.68, knee - 44, 's'], [out * 0.9, knee - 22]), {
          stroke: '#fff',
          'stroke-width': 12,
          opacity: 0.14,
        }),
        crease(material, hx + 18, hy + 4, hx * 0.5, hy + 4, 4, 1.8),
        crease(material, hx + 24, hy + 20, hx * 0.6, hy + 26, 5, 1.6),
        crease(material, out, knee - 20, out * 0.7, knee - 34, 4, 1.6),
        seam(line([hx * 0.5, hy + 24], [out * 0.6, knee - 20, 's'], [out * 0.64, knee + 18]), material, 1.4),
      ]),
    );
    const worn = shoes('oxford', shoe, '#000000', 66)({ ...frame, body: { ...body, ankle: foot + 2 } });
    return {
      back: stool(hx, knee - 6, foot + 40),
      front: all(worn.front, pair(half), path(`M0 ${hy - 10}V${hy + 44}`, { stroke: colour.ink, 'stroke-width': 2 })),
    };
  };
