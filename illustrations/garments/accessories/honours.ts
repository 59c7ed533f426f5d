import { colour, shade, tint } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { all, el, flip, pair, path, type SvgNode, use } from '../../core/svg';
import { cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { piece, ribbon } from '../figure/piece';

/** Rows of medal ribbons, and hanging medals if asked for. */
export function ribbons(x: number, y: number, rows: number, medals = 0): SvgNode {
  const dyes = [colour.madder, colour.indigo, '#2C5A4B', colour.marigold, '#7391AE', '#5C3453'];
  const bars: SvgNode[] = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < 3; c++) {
      const px = x - 27 + c * 18;
      bars.push(
        path(`M${px} ${y + r * 9}h18v8h-18z`, {
          fill: dyes[(r * 3 + c * 2) % 6],
          stroke: colour.ink,
          'stroke-width': 1,
        }),
        path(`M${px + 6} ${y + r * 9}v8M${px + 12} ${y + r * 9}v8`, {
          stroke: tint(dyes[(r + c + 3) % 6] ?? '#fff', 0.4),
          'stroke-width': 2.4,
          'stroke-linecap': 'butt',
        }),
      );
    }
  for (let m = 0; m < medals; m++) {
    const px = x - 30 + m * 17;
    bars.push(
      piece(
        outline([px, y], [px + 15, y], [px + 14, y + 26], [px + 7.5, y + 31], [px + 1, y + 26]),
        cloth(dyes[m % 6] ?? '#fff'),
        [path(`M${px + 7.5} ${y}v31`, { stroke: tint(dyes[(m + 3) % 6] ?? '#fff', 0.5), 'stroke-width': 4 })],
        { width: 1.3 },
      ),
      el('circle', {
        cx: px + 7.5,
        cy: y + 38,
        r: 7.5,
        fill: m % 2 ? colour.steel : colour.brass,
        stroke: colour.ink,
        'stroke-width': 1.5,
      }),
      el('circle', { cx: px + 7.5, cy: y + 38, r: 3.4, stroke: colour.ink, 'stroke-width': 1 }),
    );
  }
  return all(...bars);
}

/** Braid loops across the front with toggles, as on a hussar's tunic. */
export function frogging(ys: readonly number[], half: number, gold: string): SvgNode {
  const loop = all(
    ribbon(line([-half, -4], [0, 0, 's'], [half, -4]), 4.4, gold),
    pair(all(ribbon(`M${half} -4q12 -9 14 0t-14 4`, 3, gold))),
    el('circle', { r: 5.5, fill: gold, stroke: colour.ink, 'stroke-width': 1.5 }),
  );
  return all(...ys.map((y) => use(loop, { transform: `translate(0 ${y})` })));
}

/** A shoulder cord that loops from the shoulder to the front. */
export const aiguillette =
  (gold: string): Layer =>
  ({
    body: {
      shoulder: [sx, sy],
    },
  }) => {
    const loop = (dip: number, x: number) => line([sx - 16, sy], [sx * 0.72, dip, 's'], [x, dip * 0.62, 's'], [8, 30]);
    const cord = (d: string) =>
      all(
        path(d, { stroke: colour.ink, 'stroke-width': 6.4 }),
        path(d, { stroke: gold, 'stroke-width': 4 }),
        path(d, { stroke: shade(gold, 0.4), 'stroke-width': 4, 'stroke-dasharray': '1.5 4', 'stroke-linecap': 'butt' }),
      );
    return { front: flip(all(cord(loop(96, 40)), cord(loop(74, 34)))) };
  };
