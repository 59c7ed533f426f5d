import { type GeoProjection, geoPath } from 'd3-geo';
import { countries } from './geography';
import { indiaOutline } from './india-outline';

export const c = {
  paper: '#f4eddf',
  cloth: '#fffaf0',
  ink: '#1c1b1a',
  indigo: '#22305f',
  madder: '#a63a24',
  marigold: '#e2a72e',
  sage: '#8fa08a',
  line: '#cbbfa6',
};

/** Countries around India that lie within the sheet, by their ISO numbers. */
const NEIGHBOURS = ['586', '524', '064', '050', '144', '104', '156', '004'];

type Ring = [number, number][];

const ringsFrom = (data: string): Ring[] =>
  data
    .split('M')
    .slice(1)
    .map((part) =>
      part
        .replace('Z', '')
        .split('L')
        .map((pair) => {
          const [x = 0, y = 0] = pair.split(',').map(Number);
          return [x, y];
        }),
    );

function roomOf(ring: Ring): number {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

/** A ring with points nearer than `step` left out. */
function lighter(ring: Ring, step: number): string {
  let last: [number, number] = [Number.NaN, Number.NaN];
  const kept = ring.filter(([x, y]) => {
    if (Math.hypot(x - last[0], y - last[1]) < step) return false;
    last = [x, y];
    return true;
  });
  return `M${kept.map((pair) => pair.join(' ')).join('L')}Z`;
}

/** An island too small for an outline: a point, to which a round pen gives its size. */
const dot = ([[x, y] = [0, 0]]: Ring): string => `M${x} ${y}h.1`;

/** India as a pattern piece on a sheet of that size: outline, seam allowance and weave, its neighbours faint behind it. */
export function pieceOfIndia(projection: GeoProjection, width: number, height: number): string {
  const draw = geoPath(projection).digits(1);
  const rings = ringsFrom(draw({ type: 'MultiPolygon', coordinates: indiaOutline() }) ?? '');
  const isLarge = (ring: Ring) => roomOf(ring) > 60;
  const outline = rings
    .filter(isLarge)
    .map((ring) => lighter(ring, 1.4))
    .join('');
  const islets = rings
    .filter((ring) => !isLarge(ring))
    .map(dot)
    .join('');
  const around = countries('50m')
    .filter((country) => NEIGHBOURS.includes(String(country.id)))
    .flatMap((country) => ringsFrom(draw(country) ?? ''))
    .filter((ring) => roomOf(ring) > 80)
    .map((ring) => lighter(ring, 3))
    .join('');
  return `<defs><pattern id="g" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M0 0h40M0 0v40" stroke="#d9ccb2" stroke-width="1"/><path d="M20-3v6M-3 20h6" stroke="#d9ccb2"/></pattern><pattern id="w" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 1.500h6M0 4.500h6M1.500 0v6M4.500 0v6" stroke="#e6dac2" stroke-width=".8"/></pattern><filter id="b" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="7"/></filter><path id="o" d="${outline}" stroke-linejoin="round"/><path id="i" d="${islets}" stroke-linecap="round"/></defs><rect width="${width}" height="${height}" fill="${c.paper}"/><rect width="${width}" height="${height}" fill="url(#g)" opacity=".7"/><path d="${around}" fill="#eadfc8" stroke="#cfc1a5" stroke-width="1.500" stroke-dasharray="2 5"/><use href="#o" fill="${c.ink}" stroke="${c.ink}" stroke-width="26" opacity=".22" transform="translate(6 12)" filter="url(#b)"/><use href="#i" stroke="${c.ink}" stroke-width="12"/><use href="#o" fill="${c.ink}" stroke="${c.ink}" stroke-width="27"/><use href="#i" stroke="${c.cloth}" stroke-width="8.500"/><use href="#o" fill="${c.cloth}" stroke="${c.cloth}" stroke-width="23.500"/><use href="#o" fill="url(#w)" stroke="${c.ink}" stroke-width="1.700" stroke-dasharray="11 5"/>`;
}
