import { contentOf } from '../core/words';

/** Longitude and latitude in degrees. */
export type Point = readonly [number, number];

export const chennai: Point = [80.27, 13.08];

/** One place of delivery per country served: ISO 3166 numeric code of the country, longitude, latitude. */
export const served: readonly (readonly [string, number, number])[] = [
  ['144', 79.86, 6.93],
  ['462', 73.51, 4.18],
  ['050', 90.41, 23.81],
  ['524', 85.32, 27.72],
  ['064', 89.64, 27.47],
  ['104', 96.16, 16.84],
  ['764', 100.5, 13.76],
  ['458', 101.69, 3.14],
  ['702', 103.82, 1.35],
  ['360', 106.85, -6.21],
  ['608', 120.98, 14.6],
  ['704', 106.63, 10.82],
  ['116', 104.92, 11.56],
  ['418', 102.6, 17.97],
  ['096', 114.94, 4.9],
  ['392', 139.69, 35.69],
  ['410', 126.98, 37.57],
  ['036', 151.21, -33.87],
  ['554', 174.76, -36.85],
  ['598', 147.18, -9.44],
  ['784', 55.27, 25.2],
  ['512', 58.41, 23.59],
  ['634', 51.53, 25.29],
  ['048', 50.58, 26.23],
  ['414', 47.98, 29.38],
  ['682', 46.68, 24.71],
  ['400', 35.93, 31.95],
  ['422', 35.5, 33.89],
  ['792', 28.98, 41.01],
  ['268', 44.79, 41.72],
  ['398', 76.89, 43.24],
  ['860', 69.24, 41.3],
  ['818', 31.24, 30.04],
  ['504', -7.59, 33.57],
  ['788', 10.18, 36.81],
  ['231', 38.76, 9.02],
  ['404', 36.82, -1.29],
  ['834', 39.27, -6.8],
  ['800', 32.58, 0.35],
  ['646', 30.06, -1.94],
  ['480', 57.5, -20.16],
  ['690', 55.45, -4.62],
  ['450', 47.51, -18.88],
  ['508', 32.58, -25.97],
  ['894', 28.32, -15.39],
  ['072', 25.92, -24.65],
  ['516', 17.08, -22.56],
  ['710', 28.05, -26.2],
  ['566', 3.38, 6.52],
  ['288', -0.19, 5.6],
  ['686', -17.45, 14.69],
  ['826', -0.13, 51.51],
  ['372', -6.26, 53.35],
  ['250', 2.35, 48.86],
  ['276', 13.4, 52.52],
  ['528', 4.9, 52.37],
  ['380', 12.5, 41.9],
  ['724', -3.7, 40.42],
  ['620', -9.14, 38.72],
  ['300', 23.73, 37.98],
  ['752', 18.07, 59.33],
  ['578', 10.75, 59.91],
  ['616', 21.01, 52.23],
  ['840', -74.01, 40.71],
  ['124', -79.38, 43.65],
  ['484', -99.13, 19.43],
  ['591', -79.52, 8.98],
  ['076', -46.63, -23.55],
];

/** Routes drawn in thread on the world map: destination by its country code, and how far the arc bows (share of its length). */
export const threads: readonly (readonly [string, number])[] = [
  ['784', 0.28],
  ['404', -0.2],
  ['710', -0.22],
  ['826', 0.24],
  ['276', 0.3],
  ['566', 0.16],
  ['840', 0.27],
  ['076', -0.2],
  ['702', -0.22],
  ['392', -0.3],
  ['036', 0.2],
  ['608', -0.2],
  ['554', 0.27],
  ['144', 0.5],
];

interface Stage {
  readonly places: readonly { readonly name: string; readonly work: string }[];
}

const { stages } = contentOf<{ supplyChain: { stages: readonly Stage[] } }>(
  'mf-marketing/src/content/about.content.json',
).supplyChain;

/** Names of the places in the list beside the map of India. */
export const places = stages.flatMap((stage) => stage.places.map(({ name }) => name));

/** Number of the stage, in the list beside the map, that a place belongs to, and what that list says is done there. */
export function stageOf(name: string): { stage: number; work: string } {
  for (const [index, { places }] of stages.entries()) {
    const place = places.find((known) => known.name === name);
    if (place) return { stage: index + 1, work: place.work };
  }
  throw new UnlistedPlaceError(name);
}

/** A place that is drawn but not in the list beside the map. */
class UnlistedPlaceError extends Error {
  override readonly name = 'UnlistedPlaceError';
  constructor(place: string) {
    super(`"${place}" is drawn on the map, but no stage in about.content.json names it`);
  }
}

/** A place of the Indian supply chain, and on which side of the map its label hangs. */
export type Hub = {
  name: string;
  at: Point;
  side: 'left' | 'right';
  y: number;
  kind: 'mill' | 'hub' | 'port';
};

/** Hubs outside western Tamil Nadu, with the height at which the label hangs (picture units). */
export const hubs: readonly Hub[] = [
  { name: 'Ludhiana', at: [75.86, 30.9], side: 'left', y: 150, kind: 'mill' },
  { name: 'Delhi', at: [77.21, 28.61], side: 'right', y: 120, kind: 'hub' },
  { name: 'Panipat', at: [76.97, 29.39], side: 'right', y: 20, kind: 'mill' },
  { name: 'Bhilwara', at: [74.63, 25.35], side: 'left', y: 262, kind: 'mill' },
  { name: 'Ahmedabad', at: [72.57, 23.02], side: 'left', y: 374, kind: 'mill' },
  { name: 'Surat', at: [72.83, 21.17], side: 'left', y: 486, kind: 'mill' },
  { name: 'Bhiwandi', at: [73.06, 19.3], side: 'left', y: 598, kind: 'mill' },
  { name: 'Kolkata', at: [88.36, 22.57], side: 'right', y: 506, kind: 'hub' },
  { name: 'Bengaluru', at: [77.59, 12.97], side: 'left', y: 710, kind: 'hub' },
  { name: 'Chennai', at: chennai, side: 'right', y: 592, kind: 'hub' },
  { name: 'Chennai Port', at: [80.3, 13.1], side: 'right', y: 906, kind: 'port' },
];

/** The mills of western Tamil Nadu, shown through the magnifier. */
export const knitBelt: readonly { name: string; at: Point; dx: number; dy: number }[] = [
  { name: 'Erode', at: [77.73, 11.34], dx: 0, dy: -26 },
  { name: 'Tiruppur', at: [77.34, 11.11], dx: -6, dy: 42 },
  { name: 'Karur', at: [78.08, 10.96], dx: -14, dy: 40 },
  { name: 'Coimbatore', at: [76.96, 11.02], dx: 16, dy: -28 },
];
