import { colour, shade } from '../../core/palette';
import { line, outline, stroke } from '../../core/pens/curve';
import { all, el, num, pair, path, type SvgNode, use } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Detail, Panel } from '../cuts/top';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';

/** One sewn-on button. */
export const button = (x: number, y: number, color: string, r = 4.6): SvgNode =>
  use(
    all(
      el('circle', { cx: 0.8, cy: 1.2, r, fill: colour.ink }),
      el('circle', { r, fill: color, stroke: colour.ink, 'stroke-width': 1.2 }),
      path(`M${num(-r * 0.3)} ${num(-r * 0.3)}h.1M${num(r * 0.3)} ${num(r * 0.3)}h.1`, {
        stroke: colour.ink,
        'stroke-width': 1.3,
      }),
      path(`M${num(-r * 0.5)} ${num(-r * 0.35)}q${num(r * 0.4)} ${num(-r * 0.5)} ${num(r * 0.9)} ${num(-r * 0.2)}`, {
        stroke: '#fff',
        'stroke-width': 0.9,
        opacity: 0.8,
      }),
    ),
    { x, y },
  );

/** Evenly spaced buttons down the front. */
export const buttons =
  (from: number, to: number, count: number, color: string, x = 0, r = 4.6): Detail =>
  () => {
    const step = count > 1 ? (to - from) / (count - 1) : 0;
    return all(...Array.from({ length: count }, (_, i) => button(x, from + i * step, color, r)));
  };

/** A buttoned front strip from `from` to `to` or the hem. */
export const placket =
  (from: number, to?: number, width = 15, trim?: Cloth): Detail =>
  ({ material, hem }: Panel) => {
    const end = to ?? hem + 5;
    const w = width / 2;
    const d = `M${-w} ${from}H${w}V${end}H${-w}Z`;
    return all(
      trim
        ? piece(d, trim, [], { width: 1.5 })
        : seam(to ? d : `M${-w} ${from}V${end}M${w} ${from}V${end}`, material, 1.3),
      topStitch(`M${-w + 3} ${from + 2}V${end - 3}M${w - 3} ${from + 2}V${end - 3}`, trim ?? material),
    );
  };

/** The overlapping edge of a jacket's front, from the lapel's end to the hem; `curved` cuts it away below. */
export const frontEdge =
  (from: number, x = -9, curved = true): Detail =>
  ({ material, hem }: Panel) =>
    all(
      fold(material, x - 5, from + 6, x - 6, hem - 60, 7, 0, 0.5),
      path(line([2, from], [x, from + 26, 's'], [x, hem - 78, 's'], curved ? [x * 0.4, hem - 50] : [x, hem + 4]), {
        stroke: colour.ink,
        'stroke-width': 1.9,
      }),
    );

/** A zip down the front. */
export const zip =
  (from: number, to: number | undefined, color: string = colour.steel, tab: string = colour.brass): Detail =>
  ({ material, hem }: Panel) => {
    const end = to ?? hem + 4;
    return all(
      seam(`M-8 ${from}V${end}M8 ${from}V${end}`, material, 1.2),
      path(`M0 ${from}V${end}`, { stroke: colour.ink, 'stroke-width': 7 }),
      path(`M0 ${from}V${end}`, {
        stroke: color,
        'stroke-width': 5,
        'stroke-dasharray': '1.6 2',
        'stroke-linecap': 'butt',
      }),
      piece(
        outline(
          [-4, from],
          [4, from],
          [3, from + 8],
          [4.5, from + 22, 's'],
          [0, from + 26, 's'],
          [-4.5, from + 22, 's'],
          [-3, from + 8],
        ),
        { base: tab },
        [],
        { width: 1.3 },
      ),
    );
  };

/** Mirrors a detail to both sides. */
export const bothSides =
  (detail: Detail): Detail =>
  (panel) => {
    const node = detail(panel);
    return node && typeof node !== 'string' ? pair(node) : undefined;
  };

/** A seam from the shoulder or armhole to the hem that shapes the body (princess line), on both sides. */
export const princess: Detail = ({ frame: { body }, material, hem, side }: Panel) => {
  const [cx, cy] = body.chest;
  const d = line(
    [body.shoulder[0] - 20, cy * 0.5],
    [cx * 0.56, cy + 8, 's'],
    [side(body.waist[1]) * 0.5, body.waist[1], 's'],
    [side(hem) * 0.6, hem + 3, 's'],
  );
  const half = all(
    seam(d, material),
    topStitch(
      line(
        [body.shoulder[0] - 24, cy * 0.54],
        [cx * 0.56 - 4, cy + 8, 's'],
        [side(body.waist[1]) * 0.5 - 4, body.waist[1], 's'],
        [side(hem) * 0.6 - 4, hem, 's'],
      ),
      material,
    ),
  );
  return pair(half);
};

/** Two waist darts. */
export const darts: Detail = ({ frame: { body }, material, side }: Panel) => {
  const [, wy] = body.waist;
  const x = side(wy) * 0.55;
  const half = path(stroke(x, body.chest[1] + 22, x + 2, wy + 74, 2.6), {
    fill: shade(material.base, 0.5),
    opacity: 0.8,
  });
  return pair(half);
};

/** A yoke across the shoulders, down to height `y`; in its own cloth if given. */
export const yoke =
  (y: number, trim?: Cloth, dip = 6, piping?: string): Detail =>
  ({ frame: { body }, material }: Panel) => {
    const w = body.shoulder[0] + 30;
    const edge = line([-w, y - 4], [0, y + dip, 's'], [w, y - 4]);
    const d = outline([-w, -60], [w, -60], [w, y - 4], [0, y + dip, 's'], [-w, y - 4]);
    return all(
      trim ? piece(d, trim) : seam(edge, material),
      topStitch(line([-w, y + 1], [0, y + dip + 5, 's'], [w, y + 1]), material),
      piping ? ribbon(edge, 2.4, piping) : undefined,
    );
  };

/** A horizontal band of cloth over the body at `y`, `h` high; with `edge`, bordered by it. */
export const hoop =
  (y: number, h: number, trim: Cloth, edge?: Cloth): Detail =>
  ({ side }: Panel) => {
    const w = side(y) + 20;
    const strip = (top: number, bottom: number) =>
      outline([-w, top - 3], [0, top + 4, 's'], [w, top - 3], [w, bottom - 3], [0, bottom + 4, 's'], [-w, bottom - 3]);
    return all(
      edge && piece(strip(y - h * 0.4, y + h * 1.4), edge, [], { width: 1.4 }),
      piece(strip(y, y + h), trim, [], { width: 1.4 }),
    );
  };

/** A vertical brace of tape over each shoulder down to `y`. */
export const braces =
  (x: number, y: number, w: number, trim: Cloth, edge?: Cloth): Detail =>
  ({ frame: { body } }: Panel) => {
    const strip = (grow: number) =>
      outline(
        [x - w / 2 - grow - 4, -body.chest[1] * 0.4],
        [x + w / 2 + grow - 4, -body.chest[1] * 0.4],
        [x + w / 2 + grow, 40, 's'],
        [x + w / 2 + grow, y],
        [x - w / 2 - grow, y],
        [x - w / 2 - grow, 40, 's'],
      );
    const half = all(
      edge && piece(strip(w * 0.4), edge, [], { width: 1.4 }),
      piece(strip(0), trim, [], { width: 1.4 }),
    );
    return pair(half);
  };

/** Contrast piping along any line. */
export const piping =
  (d: string, color: string, width = 2.6): Detail =>
  () =>
    ribbon(d, width, color);

/** Vertical pleats or tucks between two heights. */
export const tucks =
  (xs: readonly number[], from: number, to: number): Detail =>
  ({ material }: Panel) =>
    all(
      ...xs.flatMap((x) => [
        fold(material, x + 4, from, x + 4, to, 4, 0, 0.4),
        crease(material, x, from, x, to, 0, 1.4),
      ]),
    );
