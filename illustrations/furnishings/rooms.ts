import { colour, shade, tint } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { all, el, path, place, type SvgNode, url } from '../core/svg';

const ink = colour.ink;
const stop = (offset: number, color: string, opacity = 1) =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

/** A wall that catches light from the left, `w` by `h`. */
export function wall(w: number, h: number, color: string): SvgNode {
  const light = url(
    el(
      'linearGradient',
      { x1: 0, y1: 0, x2: 1, y2: 0.6 },
      stop(0, tint(color, 0.5)),
      stop(0.5, color),
      stop(1, shade(color, 0.16)),
    ),
  );
  return path(`M0 0H${w}V${h}H0Z`, { fill: light });
}

/** A floor from `y` to the picture's bottom `h`, in boards, tiles or carpet. */
export function floor(
  w: number,
  y: number,
  h: number,
  color: string,
  kind: 'boards' | 'tiles' | 'carpet' = 'boards',
): SvgNode {
  const light = url(
    el('linearGradient', { x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, shade(color, 0.16)), stop(1, tint(color, 0.2))),
  );
  const lines: string[] = [];
  const vx = w * 0.5;
  const vy = y - (h - y) * 1.1;
  const n = Math.round(w / 85);
  for (let i = -n; i <= n * 2; i++) {
    const x = (i * w) / n;
    const k = (y - vy) / (h - vy);
    lines.push(`M${Math.round(vx + (x - vx) * k)} ${y}L${Math.round(x)} ${h}`);
  }
  if (kind === 'tiles') for (let i = 1; i < 5; i++) lines.push(`M0 ${Math.round(y + ((h - y) * i * i) / 20)}H${w}`);
  if (kind === 'boards')
    for (let i = 0; i < 14; i++)
      lines.push(
        `M${Math.round((w * ((i * 37) % 100)) / 100)} ${Math.round(y + (h - y) * (((i * 53) % 90) / 100 + 0.05))}h${30 + (i % 4) * 16}`,
      );
  return all(
    path(`M0 ${y}H${w}V${h}H0Z`, { fill: light }),
    kind !== 'carpet' && path(lines.join(''), { stroke: shade(color, 0.4), 'stroke-width': 1.2, opacity: 0.4 }),
    path(`M0 ${y}H${w}`, { stroke: ink, 'stroke-width': 2 }),
  );
}

/** A skirting board that stands on the floor's line. */
export const skirting = (w: number, y: number, color: string, height = 22): SvgNode =>
  all(
    path(`M0 ${y - height}H${w}V${y}H0Z`, { fill: tint(color, 0.35), stroke: ink, 'stroke-width': 1.6 }),
    path(`M0 ${y - height + 6}H${w}`, { stroke: ink, 'stroke-width': 0.8, opacity: 0.5 }),
  );

/** Sun through a window: slanting panes of light on wall and floor, from (x, y), `w` by `h` each. */
export function sunlight(x: number, y: number, w: number, h: number, lean = 0.5): SvgNode {
  const pane = (px: number, py: number) => `M${px} ${py}h${w}l${h * lean} ${h}h${-w}z`;
  const gap = 14;
  const d = [0, 1, 2]
    .map((i) => pane(x + i * (w + gap), y) + pane(x + i * (w + gap) + (h + gap) * lean, y + h + gap))
    .join('');
  return path(d, { fill: '#FFF6D8', opacity: 0.42 });
}

/** The darker corners of a room and its warm middle. */
export const vignette = (w: number, h: number, color = '#15183A', strength = 0.3): SvgNode =>
  path(`M0 0H${w}V${h}H0Z`, {
    fill: url(el('radialGradient', { cx: 0.46, cy: 0.44, r: 0.78 }, stop(0.5, color, 0), stop(1, color, strength))),
  });

/** A dimension line between two points with its measure, as on a drawing for the workshop. */
export function dimension(x1: number, y1: number, x2: number, y2: number, text: string, color = '#5B5346'): SvgNode {
  const upright = Math.abs(x1 - x2) < 1;
  const ends = upright ? `M${x1 - 6} ${y1}h12M${x2 - 6} ${y2}h12` : `M${x1} ${y1 - 6}v12M${x2} ${y2 - 6}v12`;
  const words = lettering(text, 0, upright ? -14 : -15, 10, { stroke: color, 'stroke-width': 1.2 }, 'middle');
  return all(
    path(`M${x1} ${y1}L${x2} ${y2}${ends}`, { stroke: color, 'stroke-width': 1.2 }),
    place(words, (x1 + x2) / 2, (y1 + y2) / 2, 1, upright ? -90 : 0),
  );
}
