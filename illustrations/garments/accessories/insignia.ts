import { colour, shade } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { lettering } from '../../core/pens/lettering';
import { all, el, pair, path, place, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Frame } from '../figure/body';
import type { Layer } from '../figure/layer';
import { fold, piece, ribbon, seam } from '../figure/piece';
import { armOf, bothArms } from '../parts/sleeve';

/** Embroidered wings above a pocket, centred on (x, y). */
export const wings = (x: number, y: number, gold: string = colour.marigold): SvgNode =>
  place(
    all(
      pair(
        piece(
          outline([2, -3], [16, -9, 's'], [34, -8], [26, -1, 's'], [28, 3], [18, 4, 's'], [4, 6]),
          cloth(gold, 'rib'),
          [],
          { width: 1.4 },
        ),
      ),
      el('circle', { r: 6.5, fill: gold, stroke: colour.ink, 'stroke-width': 1.5 }),
      el('circle', { r: 3, fill: colour.madder }),
    ),
    x,
    y,
  );

/** A name bar. */
export const namePlate = (x: number, y: number, color = '#F4EDDF', w = 36): SvgNode =>
  all(
    piece(`M${x - w / 2} ${y}h${w}v11h${-w}z`, cloth(color), [], { width: 1.4 }),
    path(`M${x - w / 2 + 5} ${y + 5.5}h${w - 10}`, {
      stroke: shade(color, 0.65),
      'stroke-width': 2.2,
      'stroke-dasharray': '4 1.6',
      'stroke-linecap': 'butt',
    }),
  );

/** Shoulder straps; `bars` of braid, `fringe` for full dress, `star` for rank. */
export const epaulettes =
  (material: Cloth, options: { bars?: number; gold?: string; fringe?: boolean; stars?: number } = {}): Layer =>
  ({
    body: {
      neck: [nx, ny],
      shoulder: [sx, sy],
    },
  }) => {
    const gold = options.gold ?? colour.marigold;
    const x0 = nx + 14;
    const slope = (sy - ny) / (sx - nx);
    const y = (x: number) => ny + (x - nx) * slope - 2;
    const end = sx + (options.fringe ? 5 : -2);
    const marks: SvgNode[] = [];
    for (let i = 0; i < (options.bars ?? 0); i++) {
      const x = end - 8 - i * 9;
      marks.push(path(`M${x} ${y(x) - 6}l-3 20`, { stroke: gold, 'stroke-width': 4.4, 'stroke-linecap': 'butt' }));
    }
    for (let i = 0; i < (options.stars ?? 0); i++) {
      const x = end - 14 - i * 16;
      marks.push(
        place(
          path('M0 -6L1.8 -1.8L6 0L1.8 1.8L0 6L-1.8 1.8L-6 0L-1.8 -1.8Z', {
            fill: gold,
            stroke: colour.ink,
            'stroke-width': 0.8,
          }),
          x,
          y(x) + 4,
        ),
      );
    }
    const fringe = [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9].map((i) =>
      path(
        line([end - 16 + i * 2.6, y(end) + 6 + i * 0.4], [end - 17 + i * 3.2, y(end) + 40 + Math.abs(5 - i) * -1.2]),
        { stroke: i % 2 ? gold : shade(gold, 0.25), 'stroke-width': 3.4 },
      ),
    );
    const strap = outline(
      [x0, y(x0) - 2],
      [x0 + 4, y(x0) + 13],
      [end - 3, y(end) + 15],
      [end + 5, y(end) + 6, 's'],
      [end, y(end) - 6],
    );
    const side = all(
      options.fringe &&
        all(
          path(
            outline([end - 18, y(end) + 8], [end + 14, y(end) + 8], [end + 18, y(end) + 44], [end - 20, y(end) + 44]),
            { fill: shade(gold, 0.35), stroke: colour.ink, 'stroke-width': 1.6 },
          ),
          ...fringe,
        ),
      piece(strap, material, marks, { width: 1.8 }),
      el('circle', { cx: x0 + 9, cy: y(x0) + 7, r: 2.8, fill: gold, stroke: colour.ink, 'stroke-width': 1 }),
    );
    return { front: pair(side) };
  };

/** A cloth badge on the upper sleeves; `both` arms or the viewer's right only. */
export const sleevePatch =
  (fill: string, mark: string, both = true): Layer =>
  (frame: Frame) => {
    const [x, y] = armOf(frame).at(0.2, -0.25);
    const one = place(
      all(
        piece(symmetric([0, -15], [14, -15], [14, 2, 's'], [0, 17]), cloth(fill), [], { width: 1.7 }),
        path('M-7 -8H7M-5 -2H5M0 -2V8', { stroke: mark, 'stroke-width': 2 }),
      ),
      x + 3,
      y,
      1,
      -14,
    );
    if (!both) return { front: one };
    const { behind, before } = bothArms(one, frame);
    return { front: all(behind, before) };
  };

/** Gloves hanging from the ends of both sleeves. */
export const gloves =
  (material: Cloth, at = 1, cuff = 0): Layer =>
  (frame: Frame) => {
    const arm = armOf(frame);
    const [x, y] = arm.at(at, 0);
    const k = frame.body.arm / 262;
    const hand = all(
      cuff
        ? piece(outline([-21 - cuff * 0.2, -cuff], [21 + cuff * 0.2, -cuff], [17, 8], [-17, 8]), material, [
            fold(material, 16, -cuff, 14, 8, 8, 0, 0.4),
          ])
        : undefined,
      piece(
        outline(
          [-17, -6],
          [17, -6],
          [19, 14, 's'],
          [20, 36, 's'],
          [16, 62, 's'],
          [9, 66, 's'],
          [6, 44],
          [3, 70, 's'],
          [-4, 71, 's'],
          [-5, 46],
          [-9, 66, 's'],
          [-16, 62, 's'],
          [-17, 36],
          [-24, 46, 's'],
          [-31, 40, 's'],
          [-22, 18, 's'],
        ),
        material,
        [fold(material, 18, 0, 16, 60, 9, 0, 0.45)],
      ),
      seam('M-16 3H16', material, 1.3),
    );
    const { behind, before } = bothArms(place(hand, x, y, k, -8), frame);
    return { front: all(behind, before) };
  };

/** A slogan on cloth, in studio capitals. */
export const print = (text: string, x: number, y: number, size: number, color: string, weight = size / 5): SvgNode =>
  lettering(text, x, y, size, { stroke: color, 'stroke-width': weight }, 'middle');

/** Rank chevrons, point down, on the chest of both sleeves. */
export const chevrons =
  (count: number, color: string): Layer =>
  (frame: Frame) => {
    const [x, y] = armOf(frame).at(0.3, -0.1);
    const one = place(
      all(...Array.from({ length: count }, (_, i) => ribbon(`M-15 ${i * 9}L0 ${i * 9 + 10}L15 ${i * 9}`, 4.6, color))),
      x,
      y,
      1,
      -14,
    );
    const { behind, before } = bothArms(one, frame);
    return { front: all(behind, before) };
  };
