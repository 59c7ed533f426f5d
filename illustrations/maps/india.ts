import { geoMercator } from 'd3-geo';
import { lettering, lineWidth } from '../marks/lettering';
import { c, pieceOfIndia } from './india-piece';
import type { Hub } from './places';
import { chennai, hubs, knitBelt, stageOf } from './places';

const width = 1000;
const height = 1100;
const projection = geoMercator()
  .fitExtent(
    [
      [232, 50],
      [896, 920],
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

/** Magnified view of western Tamil Nadu inside the loupe. */
const loupe = { x: 200, y: 944, r: 146 };
const near = geoMercator().center([77.52, 11.12]).scale(8300).translate([loupe.x, loupe.y]);

const kinds: Record<Hub['kind'], string> = { mill: c.indigo, hub: c.madder, port: c.marigold };

function spot(at: readonly [number, number], project = projection): [number, number] {
  const [x, y] = project([at[0], at[1]]) ?? [0, 0];
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}

/** A button sewn on at a hub, or a flat knot at a mill. */
function marker(kind: Hub['kind'], [x, y]: [number, number], scale = 1): string {
  const colour = kinds[kind];
  return `<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cy="3" rx="11" ry="10" fill="${c.ink}" opacity=".25"/><circle r="10" fill="${colour}" stroke="${c.ink}" stroke-width="1.400"/><circle r="6.300" fill="none" stroke="#fff" stroke-opacity=".45"/><path d="M-2.200-2.200L2.200 2.200M2.200-2.200L-2.200 2.200" stroke="${c.cloth}" stroke-width="1.500" stroke-linecap="round"/></g>`;
}

/** A care label on a thread: name in display letters, work in mono. */
function label(hub: Hub): string {
  const work = stageOf(hub.name).work.toUpperCase();
  const w = Math.max(lineWidth('fraunces', hub.name, 25), lineWidth('mono', work, 15, 0.03)) + 34;
  const x = hub.side === 'left' ? 26 : width - 26 - w;
  const [px, py] = spot(hub.at);
  const ex = hub.side === 'left' ? x + w : x;
  const bend = (ex + px) / 2;
  return `<path d="M${px} ${py}C${bend.toFixed(0)} ${py} ${bend.toFixed(0)} ${hub.y + 38} ${ex.toFixed(0)} ${hub.y + 38}" fill="none" stroke="${kinds[hub.kind]}" stroke-width="1.600" stroke-dasharray="6 4"/><path d="M${x + 3} ${hub.y + 5}h${w.toFixed(0)}v74h-${w.toFixed(0)}z" fill="${c.ink}" opacity=".16"/><path d="M${x.toFixed(0)} ${hub.y}h${w.toFixed(0)}v74h-${w.toFixed(0)}z" fill="${c.cloth}" stroke="${c.ink}" stroke-width="1.200"/><path d="M${(x + 6).toFixed(0)} ${hub.y + 6}h${(w - 12).toFixed(0)}m0 62h-${(w - 12).toFixed(0)}" stroke="${kinds[hub.kind]}" stroke-width="1.600" stroke-dasharray="5 4" fill="none"/><path fill="${c.ink}" d="${lettering('fraunces', hub.name, { x: x + 17, y: hub.y + 37, size: 25 })}"/><path fill="${kinds[hub.kind] === c.marigold ? '#7a5208' : kinds[hub.kind]}" d="${lettering('mono', work, { x: x + 17, y: hub.y + 57, size: 15, track: 0.03 })}"/>`;
}

/** Running thread from a mill to Chennai, bowed a little so that routes stay apart. */
function route(hub: Hub): string {
  const [x1, y1] = spot(hub.at);
  const [x2, y2] = spot(chennai);
  const bow = hub.at[0] < 76.5 ? 0.12 : -0.13;
  return `M${x1} ${y1}Q${((x1 + x2) / 2 + (y2 - y1) * bow).toFixed(0)} ${((y1 + y2) / 2 - (x2 - x1) * bow).toFixed(0)} ${x2} ${y2}`;
}

function magnifier(): string {
  const [cx, cy] = spot([77.5, 11.1]);
  const { x, y, r } = loupe;
  const mills = knitBelt.map((mill) => {
    const [mx, my] = spot(mill.at, near);
    const text = { x: mx + mill.dx, anchor: 'middle' } as const;
    return `${marker('mill', [mx, my], 1.15)}<path fill="${c.ink}" d="${lettering('fraunces', mill.name, { ...text, y: my + mill.dy, size: 19 })}"/><path fill="${c.indigo}" d="${lettering('mono', stageOf(mill.name).work.toUpperCase(), { ...text, y: my + mill.dy + (mill.dy < 0 ? -20 : 17), size: 13, track: 0.02 })}"/>`;
  });
  const links = knitBelt.map((mill) => `M${spot(mill.at, near).join(' ')}L${x + r} ${y - 30}`).join('');
  return `<path d="M${cx - 14} ${cy + 8}L${x - r + 8} ${y - 44}M${cx + 14} ${cy + 10}L${x + r - 14} ${y - 62}" stroke="${c.ink}" stroke-width="1.200"/><circle cx="${cx}" cy="${cy}" r="16" fill="none" stroke="${c.ink}" stroke-width="1.600"/><circle cx="${x + 5}" cy="${y + 9}" r="${r}" fill="${c.ink}" opacity=".2"/><circle cx="${x}" cy="${y}" r="${r}" fill="${c.cloth}"/><clipPath id="q"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#q)"><circle cx="${x}" cy="${y}" r="${r}" fill="url(#w)"/><path d="${links}" fill="none" stroke="${c.madder}" stroke-width="2.200" stroke-dasharray="8 5"/></g>${mills.join('')}<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${c.ink}" stroke-width="3"/><circle cx="${x}" cy="${y}" r="${r - 8}" fill="none" stroke="${c.madder}" stroke-width="1.600" stroke-dasharray="9 6"/><path fill="${c.ink}" d="${lettering('mono', 'WESTERN TAMIL NADU', { x, y: y + r - 30, size: 12, anchor: 'middle', track: 0.02 })}"/>`;
}

/** India laid out as a pattern piece (outline, seam allowance, notches, grain line) with the supply chain stitched on it. */
export function supplyChainIndia(): string {
  const routes = hubs
    .filter((hub) => hub.kind !== 'port' && hub.name !== 'Chennai')
    .map(route)
    .join('');
  const [kx, ky] = spot([77.5, 11.1]);
  const [hx, hy] = spot(chennai);
  const [gx, gy] = spot([84.6, 21.2]);
  const mono = (text: string, x: number, y: number, size: number) =>
    lettering('mono', text, { x, y, size, track: 0.03 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${pieceOfIndia(projection, width, height)}<g stroke="${c.ink}" fill="none" stroke-width="1.800"><path d="M${gx - 74} ${gy - 132}v176m-7-162l7-14 7 14m-14 150l7 14 7-14"/></g><path fill="${c.ink}" d="${mono('GRAIN LINE', gx - 64, gy - 44, 12)}${mono('PIECE 01 / CUT 1', gx - 64, gy - 28, 12)}"/><g fill="none" stroke-linecap="round"><path d="${routes}M${kx} ${ky}L${hx} ${hy}" stroke="${c.ink}" stroke-width="3" opacity=".2" transform="translate(1 4)"/><path d="${routes}M${kx} ${ky}Q${(kx + hx) / 2} ${ky + 20} ${hx} ${hy}" stroke="${c.madder}" stroke-width="3" stroke-dasharray="11 7"/></g>${hubs.map(label).join('')}${hubs
    .filter((hub) => hub.kind !== 'port')
    .map((hub) => marker(hub.kind, spot(hub.at)))
    .join(
      '',
    )}<circle cx="${hx}" cy="${hy}" r="18" fill="none" stroke="${c.madder}" stroke-width="2.400" stroke-dasharray="5 4"/>${magnifier()}<g transform="translate(610 1010)">${marker('mill', [0, 0])}${marker('hub', [104, 0])}${marker('port', [206, 0])}<path fill="${c.ink}" d="${mono('MILL', 18, 5, 15)}${mono('HUB', 122, 5, 15)}${mono('PORT', 224, 5, 15)}"/><path fill="${c.ink}" opacity=".75" d="${mono('SCHEMATIC. INDIA AFTER MAPSVG,', -30, 40, 14)}${mono('CC BY 4.0; REST NATURAL EARTH.', -30, 60, 14)}"/></g></svg>`;
}
