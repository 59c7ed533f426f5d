import { geoMercator, geoPath } from 'd3-geo';
import { lettering, lineWidth } from '../marks/lettering';
import { countries } from './geography';
import type { Hub } from './places';
import { chennai, hubs, knitBelt } from './places';

const width = 1000;
const height = 1100;
const c = {
  paper: '#f4eddf',
  cloth: '#fffaf0',
  ink: '#1c1b1a',
  indigo: '#22305f',
  madder: '#a63a24',
  marigold: '#e2a72e',
  sage: '#8fa08a',
  line: '#cbbfa6',
};

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
        [97.3, 36],
      ],
    },
  )
  .clipExtent([
    [-20, -20],
    [width + 20, height + 20],
  ]);

/** Magnified view of western Tamil Nadu inside the loupe. */
const loupe = { x: 236, y: 930, r: 150 };
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
  const w = Math.max(lineWidth('fraunces', hub.name, 25), lineWidth('mono', hub.work.toUpperCase(), 12.5, 0.05)) + 34;
  const x = hub.side === 'left' ? 26 : width - 26 - w;
  const [px, py] = spot(hub.at);
  const ex = hub.side === 'left' ? x + w : x;
  const bend = (ex + px) / 2;
  return `<path d="M${px} ${py}C${bend.toFixed(0)} ${py} ${bend.toFixed(0)} ${hub.y + 38} ${ex.toFixed(0)} ${hub.y + 38}" fill="none" stroke="${kinds[hub.kind]}" stroke-width="1.600" stroke-dasharray="6 4"/><path d="M${x + 3} ${hub.y + 5}h${w.toFixed(0)}v74h-${w.toFixed(0)}z" fill="${c.ink}" opacity=".16"/><path d="M${x.toFixed(0)} ${hub.y}h${w.toFixed(0)}v74h-${w.toFixed(0)}z" fill="${c.cloth}" stroke="${c.ink}" stroke-width="1.200"/><path d="M${(x + 6).toFixed(0)} ${hub.y + 6}h${(w - 12).toFixed(0)}m0 62h-${(w - 12).toFixed(0)}" stroke="${kinds[hub.kind]}" stroke-width="1.600" stroke-dasharray="5 4" fill="none"/><path fill="${c.ink}" d="${lettering('fraunces', hub.name, { x: x + 17, y: hub.y + 37, size: 25 })}"/><path fill="${kinds[hub.kind] === c.marigold ? '#7a5208' : kinds[hub.kind]}" d="${lettering('mono', hub.work.toUpperCase(), { x: x + 17, y: hub.y + 57, size: 12.5, track: 0.05 })}"/>`;
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
    return `${marker('mill', [mx, my], 1.15)}<path fill="${c.ink}" d="${lettering('fraunces', mill.name, { ...text, y: my + mill.dy, size: 19 })}"/><path fill="${c.indigo}" d="${lettering('mono', mill.work.toUpperCase(), { ...text, y: my + mill.dy + (mill.dy < 0 ? -19 : 15), size: 10.5, track: 0.04 })}"/>`;
  });
  const links = knitBelt.map((mill) => `M${spot(mill.at, near).join(' ')}L${x + r} ${y - 30}`).join('');
  return `<path d="M${cx - 14} ${cy + 8}L${x - r + 8} ${y - 44}M${cx + 14} ${cy + 10}L${x + r - 14} ${y - 62}" stroke="${c.ink}" stroke-width="1.200"/><circle cx="${cx}" cy="${cy}" r="16" fill="none" stroke="${c.ink}" stroke-width="1.600"/><circle cx="${x + 5}" cy="${y + 9}" r="${r}" fill="${c.ink}" opacity=".2"/><circle cx="${x}" cy="${y}" r="${r}" fill="${c.cloth}"/><clipPath id="q"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#q)"><circle cx="${x}" cy="${y}" r="${r}" fill="url(#w)"/><path d="${links}" fill="none" stroke="${c.madder}" stroke-width="2.200" stroke-dasharray="8 5"/></g>${mills.join('')}<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${c.ink}" stroke-width="3"/><circle cx="${x}" cy="${y}" r="${r - 8}" fill="none" stroke="${c.madder}" stroke-width="1.600" stroke-dasharray="9 6"/><path fill="${c.ink}" d="${lettering('mono', 'WESTERN TAMIL NADU x8', { x, y: y + r - 22, size: 10.5, anchor: 'middle', track: 0.05 })}"/>`;
}

/** Path data with points nearer than `step` and islands with fewer square units than `least` left out. */
function lighter(data: string, step: number, least: number): string {
  return data
    .split('M')
    .slice(1)
    .map((part) =>
      part
        .replace('Z', '')
        .split('L')
        .map((pair) => pair.split(',').map(Number)),
    )
    .filter((ring) => {
      const xs = ring.map(([x = 0]) => x);
      const ys = ring.map(([, y = 0]) => y);
      return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys)) > least;
    })
    .map((ring) => {
      let last = [Number.NaN, Number.NaN];
      const kept = ring.filter(([x = 0, y = 0]) => {
        if (Math.hypot(x - (last[0] ?? 0), y - (last[1] ?? 0)) < step) return false;
        last = [x, y];
        return true;
      });
      return `M${kept.map((pair) => pair.join(' ')).join('L')}Z`;
    })
    .join('');
}

/** India laid out as a pattern piece (outline, seam allowance, notches, grain line) with the supply chain stitched on it. */
export function supplyChainIndia(): string {
  const all = countries('50m');
  const draw = geoPath(projection).digits(1);
  const outline = all
    .filter((country) => country.id === '356')
    .map((country) => lighter(draw(country) ?? '', 1.4, 60))
    .join('');
  const around = all
    .filter((country) => ['586', '524', '064', '050', '144', '104', '156', '004'].includes(String(country.id)))
    .map((country) => lighter(draw(country) ?? '', 3, 80))
    .join('');
  const routes = hubs
    .filter((hub) => hub.kind !== 'port' && hub.name !== 'Chennai')
    .map(route)
    .join('');
  const [kx, ky] = spot([77.5, 11.1]);
  const [hx, hy] = spot(chennai);
  const [gx, gy] = spot([84.6, 21.2]);
  const mono = (text: string, x: number, y: number, size: number) =>
    lettering('mono', text, { x, y, size, track: 0.06 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs><pattern id="g" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M0 0h40M0 0v40" stroke="#d9ccb2" stroke-width="1"/><path d="M20-3v6M-3 20h6" stroke="#d9ccb2"/></pattern><pattern id="w" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 1.500h6M0 4.500h6M1.500 0v6M4.500 0v6" stroke="#e6dac2" stroke-width=".8"/></pattern><filter id="b" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="7"/></filter><path id="o" d="${outline}" stroke-linejoin="round"/></defs><rect width="${width}" height="${height}" fill="${c.paper}"/><rect width="${width}" height="${height}" fill="url(#g)" opacity=".7"/><path d="${around}" fill="#eadfc8" stroke="#cfc1a5" stroke-width="1.500" stroke-dasharray="2 5"/><use href="#o" fill="${c.ink}" stroke="${c.ink}" stroke-width="26" opacity=".22" transform="translate(6 12)" filter="url(#b)"/><use href="#o" fill="${c.ink}" stroke="${c.ink}" stroke-width="27"/><use href="#o" fill="${c.cloth}" stroke="${c.cloth}" stroke-width="23.500"/><use href="#o" fill="url(#w)" stroke="${c.ink}" stroke-width="1.700" stroke-dasharray="11 5"/><g stroke="${c.ink}" fill="none" stroke-width="1.800"><path d="M${gx - 74} ${gy - 132}v176m-7-162l7-14 7 14m-14 150l7 14 7-14"/></g><path fill="${c.ink}" d="${mono('GRAIN LINE', gx - 64, gy - 44, 11)}${mono('PIECE 01 / CUT 1', gx - 64, gy - 28, 11)}"/><g fill="none" stroke-linecap="round"><path d="${routes}M${kx} ${ky}L${hx} ${hy}" stroke="${c.ink}" stroke-width="3" opacity=".2" transform="translate(1 4)"/><path d="${routes}M${kx} ${ky}Q${(kx + hx) / 2} ${ky + 20} ${hx} ${hy}" stroke="${c.madder}" stroke-width="3" stroke-dasharray="11 7"/></g>${hubs.map(label).join('')}${hubs
    .filter((hub) => hub.kind !== 'port')
    .map((hub) => marker(hub.kind, spot(hub.at)))
    .join(
      '',
    )}<circle cx="${hx}" cy="${hy}" r="18" fill="none" stroke="${c.madder}" stroke-width="2.400" stroke-dasharray="5 4"/>${magnifier()}<g transform="translate(610 1010)">${marker('mill', [0, 0])}${marker('hub', [104, 0])}${marker('port', [206, 0])}<path fill="${c.ink}" d="${mono('MILL', 18, 5, 13)}${mono('HUB', 122, 5, 13)}${mono('PORT', 224, 5, 13)}"/><path fill="${c.ink}" opacity=".75" d="${mono('SCHEMATIC. OUTLINE IS INDICATIVE,', 0, 38, 11)}${mono('FROM NATURAL EARTH 1:50 M.', 0, 55, 11)}"/></g></svg>`;
}
