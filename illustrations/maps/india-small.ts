import { geoMercator } from 'd3-geo';
import { lettering } from '../marks/lettering';
import { c, pieceOfIndia } from './india-piece';
import { chennai, hubs, knitBelt, type Point, stageOf } from './places';

const width = 760;
const height = 860;

const projection = geoMercator()
  .fitExtent(
    [
      [56, 56],
      [width - 40, height - 56],
    ],
    {
      type: 'MultiPoint',
      coordinates: [
        [68.2, 7.5],
        [97.4, 37.1],
      ],
    },
  )
  .clipExtent([
    [-20, -20],
    [width + 20, height + 20],
  ]);

/** How far the button of a place stands off it, where buttons would lie on one another. */
const stands: Readonly<Record<string, Point>> = {
  Coimbatore: [-52, 40],
  Erode: [-62, -26],
  Tiruppur: [20, 62],
  Ahmedabad: [-8, -12],
  Surat: [4, 0],
  Bhiwandi: [-4, 14],
  Panipat: [-34, 26],
  Delhi: [52, 22],
  Ludhiana: [0, -10],
  Bengaluru: [-30, -60],
  Karur: [56, 76],
  'Chennai Port': [82, 22],
};

/** Places with the number of their stage in the list beside the map. */
const stops = [...knitBelt, ...hubs].map(({ name, at }) => ({ stage: stageOf(name).stage, at, off: stands[name] }));

const spot = ([longitude, latitude]: Point): [number, number] => projection([longitude, latitude]) ?? [0, 0];

/** A button sewn on, large enough to carry a figure that a phone can show. */
function button({ stage, at, off = [0, 0] }: (typeof stops)[number]): string {
  const [px, py] = spot(at);
  const [x, y] = [px + off[0], py + off[1]];
  const colour = stage === 4 ? c.madder : c.indigo;
  const tie = off[0] || off[1] ? `<path d="M${px} ${py}L${x} ${y}" stroke="${c.ink}" stroke-width="2"/>` : '';
  return `${tie}<ellipse cx="${x + 2}" cy="${y + 5}" rx="25" ry="24" fill="${c.ink}" opacity=".25"/><circle cx="${x}" cy="${y}" r="24" fill="${colour}" stroke="${c.ink}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="19" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.500"/><path fill="${c.cloth}" d="${lettering('fraunces', String(stage), { x, y: y + 11, size: 31, anchor: 'middle' })}"/>`;
}

/** Thread from a place to the cutting room in Chennai. */
function thread({ at }: (typeof stops)[number]): string {
  const [x1, y1] = spot(at);
  const [x2, y2] = spot(chennai);
  const bow = at[0] < 76.5 ? 0.12 : -0.13;
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${((x1 + x2) / 2 + (y2 - y1) * bow).toFixed(0)} ${((y1 + y2) / 2 - (x2 - x1) * bow).toFixed(0)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

/** The supply chain for a phone: no words, but on each button the number of its stage in the list below the map. */
export function supplyChainSmall(): string {
  const threads = stops.map(thread).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${pieceOfIndia(projection, width, height)}<path d="${threads}" fill="none" stroke="${c.madder}" stroke-width="4" stroke-linecap="round" stroke-dasharray="14 9"/>${stops.map(button).join('')}</svg>`;
}
