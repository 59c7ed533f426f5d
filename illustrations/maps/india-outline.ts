import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import polygonClipping, { type MultiPolygon } from 'polygon-clipping';
import { ringsOf } from './path-rings';

/**
 * The drawing is a Mercator projection. It has this many units for a degree of longitude, from the meridian at its left
 * edge and the parallel at its upper edge. Held against Sikkim (27.08–28.13 N, 88.01–88.92 E), Kanyakumari (8.07 N) and
 * Kibithu (97.4 E), which it meets within a twentieth of a degree.
 */
const UNITS_PER_DEGREE = 20.92;
const WEST = 68.18;
const NORTH = 37.08;

const RADIAN = 180 / Math.PI;
const mercator = (latitude: number): number => Math.log(Math.tan(Math.PI / 4 + latitude / RADIAN / 2));

const toDegrees = ([x, y]: readonly [number, number]): [number, number] => [
  WEST + x / UNITS_PER_DEGREE,
  (2 * Math.atan(Math.exp(mercator(NORTH) - y / UNITS_PER_DEGREE / RADIAN)) - Math.PI / 2) * RADIAN,
];

const states = (): string[] => {
  const require = createRequire(import.meta.url);
  const drawing = readFileSync(require.resolve('@svg-maps/india/india.svg'), 'utf8');
  return [...drawing.matchAll(/\sd="([^"]+)"/g)].map(([, path = '']) => path);
};

/** India's outline as India draws it, islands included, without borders between states. Degrees. */
export function indiaOutline(): MultiPolygon {
  const [first = [], ...others] = states().flatMap((path) => ringsOf(path).map((ring) => [ring.map(toDegrees)]));
  // What two neighbours leave between them is an artefact of rounding, not a lake: outer rings only. On a globe
  // (d3-geo) they run clockwise; the union's run the other way.
  return polygonClipping.union(first, ...others).map(([outer = []]) => [outer.toReversed()]);
}
