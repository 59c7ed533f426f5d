import { geoInterpolate, geoNaturalEarth1, geoPath } from 'd3-geo';
import type { MultiPolygon } from 'geojson';
import { contentOf } from '../core/words';
import { lettering } from '../marks/lettering';
import { type Country, countries } from './geography';
import { indiaOutline } from './india-outline';
import { ringsOf } from './path-rings';
import { chennai, served, threads } from './places';

const width = 1600;
const height = 800;
const cell = 8;
const ink = {
  paper: '#f4eddf',
  cloth: '#fbf7ee',
  indigo: '#22305f',
  pale: '#b9bdc4',
  madder: '#a63a24',
  marigold: '#e2a72e',
  ink: '#1c1b1a',
};

const projection = geoNaturalEarth1()
  .rotate([-11, 0])
  .fitExtent(
    [
      [44, 52],
      [width - 60, height - 36],
    ],
    {
      type: 'MultiPoint',
      coordinates: [
        [-168, 60],
        [-60, -54],
        [179, 66],
        [10, 80],
        [178, -47],
      ],
    },
  );

/** Which country's land lies under each cell's centre: 'served', 'other' or nothing. */
function stitchedCells(): (string | undefined)[][] {
  const codes = new Set(served.map(([code]) => code));
  const rows: (string | undefined)[][] = [];
  const size = height / cell;
  for (let row = 0; row < size; row++) rows.push(new Array<string | undefined>(width / cell).fill(undefined));
  const draw = geoPath(projection);
  const fill = (shape: Country | MultiPolygon, kind: string) => {
    for (const ring of ringsOf(draw(shape) ?? '')) fillRing(rows, ring, kind);
  };
  for (const country of countries('50m')) fill(country, codes.has(String(country.id)) ? 'served' : 'other');
  // Last, so that India's outline stands against what its neighbours' data claim.
  fill({ type: 'MultiPolygon', coordinates: indiaOutline() }, 'home');
  return rows;
}

/** Marks the cells whose centres a ring encloses. */
function fillRing(rows: (string | undefined)[][], ring: [number, number][], kind: string): void {
  const ys = ring.map(([, y]) => y);
  const from = Math.max(0, Math.ceil(Math.min(...ys) / cell - 0.5));
  const to = Math.min(rows.length - 1, Math.floor(Math.max(...ys) / cell - 0.5));
  for (let row = from; row <= to; row++) fillRow(rows[row] ?? [], ring, (row + 0.5) * cell, kind);
}

/** Even-odd spans of one ring on one row of cells. Holes are lakes too small to matter at this size. */
function fillRow(row: (string | undefined)[], ring: [number, number][], y: number, kind: string): void {
  const hits: number[] = [];
  for (let i = 0; i < ring.length; i++) {
    const [x1, y1] = ring[i] ?? [0, 0];
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [0, 0];
    if (y1 > y !== y2 > y) hits.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  hits.sort((a, b) => a - b);
  for (let i = 0; i + 1 < hits.length; i += 2) {
    const from = Math.ceil((hits[i] ?? 0) / cell - 0.5);
    const to = Math.floor((hits[i + 1] ?? 0) / cell - 0.5);
    for (let column = from; column <= to; column++) row[column] = kind;
  }
}

/** Runs of stitched cells of one kind as rectangles on the grid. */
function runs(rows: (string | undefined)[][], kind: string): string {
  let data = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== kind) continue;
      const from = x;
      while (row[x + 1] === kind) x++;
      const length = (x - from + 1) * cell;
      data += `M${from * cell} ${y * cell}h${length}v${cell}h${-length}z`;
    }
  });
  return data;
}

/** A thread from Chennai that bows away from the great circle's screen position so that routes fan out. */
function thread(to: readonly [number, number], bow: number): string {
  const [x1, y1] = projection([chennai[0], chennai[1]]) ?? [0, 0];
  const [x2, y2] = projection([to[0], to[1]]) ?? [0, 0];
  const middle = geoInterpolate([chennai[0], chennai[1]], [to[0], to[1]])(0.5);
  const [gx, gy] = projection(middle) ?? [(x1 + x2) / 2, (y1 + y2) / 2];
  const sign = x2 < x1 ? -1 : 1;
  const cx = (gx + (x1 + x2) / 2) / 2 + (y2 - y1) * bow * sign;
  const cy = Math.max(
    30,
    (gy + (y1 + y2) / 2) / 2 - Math.abs(x2 - x1) * Math.abs(bow) * (bow > 0 || x2 > x1 ? 1 : -0.6),
  );
  return `M${x1.toFixed(0)} ${y1.toFixed(0)}Q${cx.toFixed(0)} ${cy.toFixed(0)} ${x2.toFixed(0)} ${y2.toFixed(0)}`;
}

const cross = (id: string, colour: string, shade: string) =>
  `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M1.3 6.7l5.4-5.4" stroke="${shade}" stroke-width="2.3" stroke-linecap="round"/><path d="M1.3 1.3l5.4 5.4" stroke="${colour}" stroke-width="2.3" stroke-linecap="round"/></pattern>`;

interface HomePage {
  readonly footprint: { readonly notes: readonly string[] };
}

/** The company's deliveries as cross-stitch on aida cloth: land in stitches, routes in running thread from Chennai. */
export function worldFootprint(): string {
  const rows = stitchedCells();
  const [hx, hy] = projection([chennai[0], chennai[1]]) ?? [0, 0];
  const arcs = threads.map(([code, bow]) => {
    const place = served.find(([known]) => known === code);
    return place ? thread([place[1], place[2]], bow) : '';
  });
  const knots = served.map(([, lon, lat]) => {
    const [x, y] = projection([lon, lat]) ?? [0, 0];
    return `<use href="#k" x="${x.toFixed(0)}" y="${y.toFixed(0)}"/>`;
  });
  const { notes } = contentOf<HomePage>('mf-marketing/src/content/home.content.json').footprint;
  const caption = (text: string | undefined, x: number, y: number, size: number) =>
    lettering('mono', (text ?? '').toUpperCase(), { x, y, size, track: 0.06 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs><pattern id="a" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="${ink.paper}"/><path d="M0 0h2v2H0zM7 0h1v1H7zM0 7h1v1H0z" fill="#ded3bd"/><path d="M2 1h5M2 5h5M1 2v5M5 2v5" stroke="#fffaf0" stroke-width=".7" opacity=".8"/></pattern>${cross('s', '#3b4b85', ink.indigo)}${cross('o', '#c9cbcb', '#b2b5b8')}${cross('h', '#c4553b', ink.madder)}<g id="k"><circle r="6.6" fill="#1c1b1a" opacity=".25" cy="2"/><circle r="6" fill="${ink.marigold}"/><path d="M-4 1.500a4.200 4.200 0 0 1 7.500-3.500M-2.500 3.500a4 4 0 0 0 6-3" fill="none" stroke="#8f6410" stroke-width="1.100"/></g><filter id="b" x="-5%" y="-20%" width="110%" height="140%"><feGaussianBlur stdDeviation="3"/></filter><radialGradient id="v" cx=".5" cy=".45" r=".75"><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#8a7a58" stop-opacity=".28"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#a)"/><path d="${runs(rows, 'other')}" fill="url(#o)"/><path d="${runs(rows, 'served')}" fill="url(#s)"/><path d="${runs(rows, 'home')}" fill="url(#h)"/><rect width="${width}" height="${height}" fill="url(#v)"/><g fill="none" stroke-linecap="round"><path d="${arcs.join('')}" stroke="#1c1b1a" stroke-width="3" opacity=".3" transform="translate(1 5)" filter="url(#b)"/><path d="${arcs.join('')}" stroke="${ink.madder}" stroke-width="3.400" stroke-dasharray="13 8"/><path d="${arcs.join('')}" stroke="#e9a08d" stroke-width="1" stroke-dasharray="9 12" stroke-dashoffset="-2" transform="translate(-.4 -.8)"/></g>${knots.join('')}<g transform="translate(${hx.toFixed(1)} ${hy.toFixed(1)})"><circle r="17" cy="4" fill="#1c1b1a" opacity=".3" filter="url(#b)"/><circle r="15" fill="${ink.paper}" stroke="${ink.madder}" stroke-width="4"/><circle r="9.500" fill="none" stroke="${ink.madder}" stroke-width="1.200"/><path d="M-3-3h.1M3-3h.1M-3 3h.1M3 3h.1" stroke="${ink.ink}" stroke-width="3.400" stroke-linecap="round"/><path d="M-3-3L3 3M3-3L-3 3" stroke="${ink.madder}" stroke-width="1.500"/></g><g transform="translate(62 616)"><path d="M3 6h306v120H3z" fill="#1c1b1a" opacity=".25" filter="url(#b)"/><path d="M0 0h306v120H0z" fill="${ink.cloth}" stroke="${ink.ink}" stroke-width="1.500"/><path d="M8 8h290v104H8z" fill="none" stroke="${ink.madder}" stroke-width="2" stroke-dasharray="9 6"/><path fill="${ink.ink}" d="${caption(notes[0], 26, 44, 19)}${caption(notes[1], 26, 70, 15)}"/><path fill="${ink.madder}" d="${caption(notes[2], 26, 95, 11.5)}"/></g><path fill="${ink.ink}" opacity=".75" d="${caption(notes[3], 1010, 726, 13)}"/><rect x="14" y="14" width="${width - 28}" height="${height - 28}" fill="none" stroke="${ink.indigo}" stroke-width="3" stroke-dasharray="16 9" opacity=".75"/></svg>`;
}
