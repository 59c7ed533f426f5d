import { type Colour, darker, lighter } from './colours';
import { circle, group, line, n, path } from './svg';

const TYRE = '#23282b';
const LUG = '#181c1e';

/** Bars of the tread, seen from the side: each leans a little, as a tractor's do. */
const lugs = (cx: number, cy: number, r: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const turn = (360 / count) * index;
    const d = `M${n(cx - 5)} ${n(cy - r + 6)}l2 -9h8l3 9z`;
    return path(d, LUG, { transform: `rotate(${n(turn)} ${n(cx)} ${n(cy)})` });
  }).join('');

const bolts = (cx: number, cy: number, r: number, count: number, fill: Colour): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count + 0.3;
    return circle(cx + Math.cos(angle) * r, cy + Math.sin(angle) * r, Math.max(1.6, r / 9), fill);
  }).join('');

export interface Wheel {
  cx: number;
  cy: number;
  r: number;
  rim: Colour;
  /** Holes in the rim's plate; none: it is closed. */
  holes?: number;
}

/** A wheel with a tread, seen from the side. */
export function wheel({ cx, cy, r, rim, holes = 0 }: Wheel): string {
  const inner = r * 0.6;
  return group(
    {},
    lugs(cx, cy, r, Math.round(r / 2.6)),
    circle(cx, cy, r - 2, TYRE),
    line(arc(cx, cy, r * 0.86, -150, -35), '#3c4448', r * 0.05, { opacity: 0.9 }),
    circle(cx, cy, r * 0.74, '#1b1f21'),
    circle(cx, cy, inner, darker(rim, 0.28)),
    circle(cx, cy, inner * 0.93, rim),
    path(
      `M${n(cx - inner * 0.93)} ${n(cy)}a${n(inner * 0.93)} ${n(inner * 0.93)} 0 0 1 ${n(inner * 1.86)} 0a${n(inner * 1.1)} ${n(inner * 0.8)} 0 0 0 ${n(-inner * 1.86)} 0z`,
      lighter(rim, 0.28),
      { opacity: 0.8 },
    ),
    holes > 0 ? bolts(cx, cy, inner * 0.66, holes, darker(rim, 0.62)) : '',
    circle(cx, cy, inner * 0.42, darker(rim, 0.18)),
    bolts(cx, cy, inner * 0.27, 6, darker(rim, 0.55)),
    circle(cx, cy, inner * 0.13, lighter(rim, 0.35)),
  );
}

/** An arc of a circle; degrees, 0 to the right, clockwise. */
export function arc(cx: number, cy: number, r: number, from: number, to: number): string {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${n(cx + r * Math.cos(angle))} ${n(cy + r * Math.sin(angle))}`;
  };
  return `M${at(from)}A${n(r)} ${n(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`;
}
