import { colour, tint } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, type Child, el, flip, path, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, topStitch } from '../figure/piece';

/** A belt at the waist (moved down by `drop`), as wide as the garment there; with things hung on it. */
export const belt =
  (
    color: string,
    options: {
      drop?: number;
      height?: number;
      ease?: number;
      buckle?: string | false;
      weave?: Cloth['weave'];
      hung?: readonly Child[];
    } = {},
  ): Layer =>
  ({
    body: {
      waist: [wx, wy],
    },
  }) => {
    const { drop = 4, height = 20, ease = 16, buckle = colour.brass, hung = [] } = options;
    const w = wx + ease + 1;
    const y = wy + drop;
    const strap = symmetric([0, y + 4, 's'], [w, y], [w + 1, y + height], [0, y + height + 4, 's']);
    const h = height / 2;
    return {
      front: all(
        piece(strap, { base: color, ...(options.weave && { weave: options.weave }) }, [], { width: 1.9 }),
        topStitch(line([-w + 3, y + 4], [0, y + 8, 's'], [w - 3, y + 4]), cloth(color)),
        topStitch(line([-w + 3, y + height - 4], [0, y + height, 's'], [w - 3, y + height - 4]), cloth(color)),
        buckle &&
          piece(
            outline([-15, y], [15, y], [15, y + height + 8], [-15, y + height + 8]),
            cloth(buckle),
            [
              path(`M-9 ${y + 6}h18v${height - 5}h-18z`, { fill: color, stroke: colour.ink, 'stroke-width': 1.2 }),
              path(`M-3 ${y + h + 4}h18`, { stroke: colour.ink, 'stroke-width': 2 }),
            ],
            { width: 1.9 },
          ),
        ...hung,
      ),
    };
  };

/** A belt of leather pouches with tools. */
export const toolBelt =
  (color: string): Layer =>
  (frame) => {
    const {
      body: {
        waist: [wx, wy],
      },
    } = frame;
    const hide = cloth(color, 'leather');
    const y = wy + 40;
    const pouch = (x: number, w: number, h: number) =>
      all(
        piece(
          outline([x - w, y], [x + w, y], [x + w - 3, y + h - 8, 's'], [x, y + h, 's'], [x - w + 3, y + h - 8, 's']),
          hide,
          [fold(hide, x + w, y + 6, x + w - 4, y + h, 9, 0, 0.4)],
        ),
        topStitch(
          line(
            [x - w + 5, y + 5],
            [x - w + 7, y + h - 12, 's'],
            [x, y + h - 6, 's'],
            [x + w - 7, y + h - 12, 's'],
            [x + w - 5, y + 5],
          ),
          hide,
          tint(color, 0.5),
        ),
      );
    const left = -wx * 0.66;
    const right = wx * 0.74;
    const tools = all(
      piece(
        outline([left - 20, y - 46], [left - 8, y - 46], [left - 9, y + 20], [left - 19, y + 20]),
        cloth(colour.madder),
        [],
        { light: 'tube', width: 1.7 },
      ),
      path(`M${left - 14} ${y - 46}v-18`, { stroke: colour.ink, 'stroke-width': 5 }),
      path(`M${left - 14} ${y - 46}v-17`, { stroke: colour.steel, 'stroke-width': 2.4 }),
      piece(
        outline(
          [left + 8, y + 10],
          [left + 6, y - 34],
          [left - 1, y - 44, 's'],
          [left + 2, y - 60],
          [left + 8, y - 52],
          [left + 14, y - 52],
          [left + 20, y - 60],
          [left + 23, y - 44, 's'],
          [left + 16, y - 34],
          [left + 18, y + 10],
        ),
        cloth(colour.steel),
        [],
        { width: 1.7 },
      ),
      piece(
        outline([right - 8, y + 10], [right - 10, y - 30], [right + 2, y - 30], [right + 4, y + 10]),
        cloth(colour.marigold),
        [],
        { light: 'tube', width: 1.7 },
      ),
      piece(
        outline([right + 8, y + 10], [right + 6, y - 40, 's'], [right + 16, y - 40, 's'], [right + 18, y + 10]),
        cloth(colour.indigo),
        [],
        { light: 'tube', width: 1.7 },
      ),
    );
    return {
      front: all(
        tools,
        belt(color, { drop: 34, height: 22, ease: 20, buckle: colour.steel })(frame).front,
        pouch(left, 30, 66),
        pouch(right, 27, 58),
      ),
    };
  };

/** A radio with its aerial, standing on a belt or strap at (x, y). */
export const radio = (x: number, y: number): SvgNode =>
  all(
    path(`M${x - 6} ${y}v-30`, { stroke: colour.ink, 'stroke-width': 5 }),
    piece(
      outline([x - 12, y - 4], [x + 12, y - 4], [x + 12, y + 46], [x - 12, y + 46]),
      cloth('#33353A'),
      [
        path(`M${x - 7} ${y + 3}h14v10h-14z`, { fill: '#9DB39A' }),
        path(`M${x - 6} ${y + 22}h12M${x - 6} ${y + 28}h12M${x - 6} ${y + 34}h12`, {
          stroke: '#777',
          'stroke-width': 2,
        }),
      ],
      { width: 1.8 },
    ),
    el('circle', { cx: x + 6, cy: y - 7, r: 3.6, fill: colour.madder, stroke: colour.ink, 'stroke-width': 1.2 }),
  );

/** A belt worn over one shoulder, from the viewer's `from` side; `wide` units across. */
export const crossBelt =
  (color: string, wide = 15, buckle?: string, from: 'left' | 'right' = 'left'): Layer =>
  ({
    body: {
      shoulder: [sx],
      waist: [wx, wy],
    },
  }) => {
    const d = line([-sx + 34, -16], [-10, wy * 0.42, 's'], [wx + 10, wy + 6]);
    const strap = all(
      ribbon(d, wide, color),
      path(d, {
        stroke: tint(color, 0.5),
        'stroke-width': 1.1,
        'stroke-dasharray': '4 3',
        transform: 'translate(4 -4)',
      }),
      buckle &&
        piece(outline([-24, wy * 0.32], [-8, wy * 0.28], [0, wy * 0.44], [-16, wy * 0.48]), cloth(buckle), [], {
          width: 1.6,
        }),
    );
    return { front: from === 'left' ? strap : flip(strap) };
  };

/** A sash wound about the waist with a tasselled end. */
export const waistSash =
  (material: Cloth, gold: string): Layer =>
  ({
    body: {
      waist: [wx, wy],
    },
  }) => {
    const w = wx + 14;
    const y = wy - 6;
    return {
      front: all(
        piece(outline([w * 0.44, y + 30], [w * 0.72, y + 30], [w * 0.86, y + 130], [w * 0.5, y + 136]), material, [
          crease(material, w * 0.54, y + 30, w * 0.62, y + 134, 0, 1.4),
          crease(material, w * 0.64, y + 30, w * 0.76, y + 130, 0, 1.4),
        ]),
        piece(
          outline([w * 0.49, y + 128], [w * 0.87, y + 122], [w * 0.9, y + 150], [w * 0.48, y + 156]),
          cloth(gold, 'rib'),
          [],
          { width: 1.6 },
        ),
        piece(symmetric([0, y + 3, 's'], [w, y - 2], [w + 2, y + 36], [0, y + 42, 's']), material, [
          crease(material, -w, y + 8, w, y + 16, 8, 1.6),
          crease(material, -w, y + 22, w, y + 24, 8, 1.6),
          fold(material, w, y, w * 0.3, y + 38, 16, 0, 0.4),
        ]),
        ribbon(line([-w, y + 18], [0, y + 23, 's'], [w, y + 18]), 4, gold),
        piece(
          outline([w * 0.4, y + 4, 's'], [w * 0.76, y, 's'], [w * 0.8, y + 34, 's'], [w * 0.42, y + 38, 's']),
          material,
          [],
          { width: 1.9 },
        ),
      ),
    };
  };
