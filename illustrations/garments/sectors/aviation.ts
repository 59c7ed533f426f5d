import { colour, dye, shade, tint } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { solid } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { shoes } from '../accessories/shoes';
import { boardingPass } from '../accessories/tools';
import { piece } from '../figure/piece';
import { floorAt, room, standing } from './room';
import { cast, stand } from './stand';

/** A cabin window with its blind part drawn and a strip of sky. */
const pane = (x: number, y: number, blind: number): SvgNode => {
  const d = outline(
    [x - 46, y - 40, 's'],
    [x - 20, y - 78, 's'],
    [x + 20, y - 78, 's'],
    [x + 46, y - 40, 's'],
    [x + 46, y + 46, 's'],
    [x + 20, y + 80, 's'],
    [x - 20, y + 80, 's'],
    [x - 46, y + 46, 's'],
  );
  return all(
    el('g', { transform: `translate(${x * -0.18} ${y * -0.18})scale(1.18)` }, solid(d, '#F2EEE4', 2)),
    solid(
      d,
      '#9CC0D6',
      2,
      path(`M${x - 60} ${y + 40}q30 -26 56 -6q24 -26 70 4v60h-126z`, { fill: '#F7F3E9', opacity: 0.9 }),
      path(`M${x - 60} ${y - 90}h120v${blind}h-120z`, { fill: '#E2DACA', stroke: colour.ink, 'stroke-width': 1.6 }),
    ),
  );
};

/** A cabin trolley case. */
function suitcase(x: number, color: string): SvgNode {
  return place(
    all(
      path('M-26 -210V-292H26V-210', { stroke: colour.ink, 'stroke-width': 9 }),
      path('M-26 -210V-292H26V-210', { stroke: colour.steel, 'stroke-width': 5 }),
      piece(
        outline(
          [-74, -196, 's'],
          [-60, -212, 's'],
          [60, -212, 's'],
          [74, -196, 's'],
          [74, -22, 's'],
          [60, -6, 's'],
          [-60, -6, 's'],
          [-74, -22, 's'],
        ),
        cloth(color, 'twill'),
      ),
      path('M-38 -206V-12M0 -206V-12M38 -206V-12', { stroke: shade(color, 0.4), 'stroke-width': 4 }),
      solid('M-20 -124h40v30h-40z', colour.brass, 1.6),
      ...[-50, 50].map((at) =>
        el('circle', { cx: at, cy: 2, r: 12, fill: '#33353A', stroke: colour.ink, 'stroke-width': 2 }),
      ),
    ),
    x,
    floorAt + 16,
    0.92,
  );
}

/** The crew room, drawn as the cabin they are about to board. */
export const banner = (): SvgNode =>
  all(
    room('#DCDDD3', '#6E7F91', 0),
    path('M0 0H1200V96Q600 176 0 96Z', { fill: tint('#B9C6CC', 0.2), stroke: colour.ink, 'stroke-width': 2.4 }),
    path('M0 64Q600 140 1200 64', { stroke: colour.ink, 'stroke-width': 1.4, opacity: 0.5 }),
    ...[132, 366, 600, 834, 1068].map((x, i) => pane(x, 300, [30, 86, 20, 64, 40][i] ?? 30)),
    path(`M0 470H1200V${floorAt - 14}H0Z`, { fill: '#B8C7CE' }),
    path('M0 470H1200', { stroke: colour.ink, 'stroke-width': 2.2 }),
    path('M0 486H1200', { stroke: colour.madder, 'stroke-width': 8 }),
    path('M0 500H1200', { stroke: colour.indigo, 'stroke-width': 5 }),
    standing(446, 90),
    suitcase(440, dye.indigo),
    standing(790, 90),
    suitcase(796, dye.madder),
    place(boardingPass(), 820, 782, 0.8, -8),
    cast(
      stand('aviation', 'cabin-crew', { x: 240, scale: 0.92, change: { stand: true } }),
      stand('aviation', 'pilots', { x: 618, scale: 0.9, extra: [shoes('oxford', '#26262A')] }),
      stand('aviation', 'lounge-and-hospitality', {
        x: 990,
        scale: 0.98,
        extra: [shoes('court', '#7A2A3E', '#000000', 30)],
        change: { pose: 'form' },
      }),
    ),
  );
