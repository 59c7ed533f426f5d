import { indiaOutline } from './india-outline';

const outline = indiaOutline();

const encloses = (ring: [number, number][], [x, y]: [number, number]) =>
  ring.filter(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [0, 0];
    return y1 > y !== y2 > y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x;
  }).length %
    2 ===
  1;
const holds = (place: [number, number]) => outline.some(([ring = []]) => encloses(ring, place));

it.each<[string, [number, number]]>([
  ['Srinagar', [74.8, 34.08]],
  ['Gilgit', [74.31, 35.92]],
  ['Muzaffarabad', [73.47, 34.37]],
  ['Leh', [77.58, 34.15]],
  ['Aksai Chin', [79.5, 35.2]],
  ['Tawang', [91.86, 27.59]],
  ['Middle Andaman', [92.85, 12.6]],
  ['Chennai', [80.2, 13.08]],
])('lies within India: %s', (_name, place) => {
  expect(holds(place)).toBe(true);
});

it.each<[string, [number, number]]>([
  ['Lahore', [74.34, 31.55]],
  ['Kathmandu', [85.32, 27.71]],
  ['Dhaka', [90.41, 23.81]],
  ['Colombo', [79.86, 6.93]],
])('lies outside India: %s', (_name, place) => {
  expect(holds(place)).toBe(false);
});
