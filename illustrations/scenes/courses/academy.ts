import { colour, shade } from '../../core/palette';
import { solid } from '../../core/props';
import { all, clipped, path, place, type SvgNode } from '../../core/svg';
import { sunlight, vignette } from '../../furnishings/rooms';
import { pendant } from '../../furnishings/things';
import { outlook } from '../../furnishings/windows';
import { fan, onFloor, sketch, tableTop } from '../props/desk';
import { shell } from '../props/room-kit';
import { chalk, lying, pinCushion, shears, snakeTape, spool } from '../props/tools';

const ink = colour.ink;
const walnut = '#7A5236';

/** A tall arched window of the old house, its sill's left end at (0, 0). */
function arch(w: number, h: number): SvgNode {
  const d = `M0 0V${-h + w / 2}A${w / 2} ${w / 2} 0 0 1 ${w} ${-h + w / 2}V0Z`;
  return all(
    path(d, { fill: '#F3ECDC', stroke: ink, 'stroke-width': 30 }),
    path(d, { stroke: '#F3ECDC', 'stroke-width': 24 }),
    clipped(path(d), place(outlook(w, h, 'trees'), 0, -h)),
    path(`M${w / 2} 0V${-h}M0 ${-h + w / 2}H${w}M0 ${(-h + w / 2) / 2}H${w}`, { stroke: '#F3ECDC', 'stroke-width': 9 }),
    path(d, { stroke: ink, 'stroke-width': 2 }),
    solid(`M-30 0H${w + 30}V20H-30Z`, '#F3ECDC', 2.2),
  );
}

/** The graduate's folder on the table: two sheets of sketches on leather. */
const portfolio = () =>
  all(
    path('M-270 -180H270V180H-270Z', { fill: shade(walnut, 0.35), stroke: ink, 'stroke-width': 3 }),
    path('M0 -180V180', { stroke: ink, 'stroke-width': 3 }),
    place(sketch(0), -132, 0, 1.04),
    place(sketch(1), 132, 0, 1.04),
  );

/** The academy's salon: four forms at four stages between the windows, the table laid with a fortnight's work. */
export const courseAcademy = () =>
  all(
    shell('#DCD0B6', '#8E6440', 690),
    ...[70, 480, 890, 1300].map((x) => place(arch(230, 500), x, 610)),
    sunlight(330, 640, 90, 60, 1.2),
    sunlight(1130, 640, 90, 60, 1.2),
    ...[390, 800, 1210].map((x) => place(pendant(70, 42, '#22305F'), x, 0)),
    onFloor('retail-toile', 390, 790, 0.86, 'three-quarter'),
    onFloor('retail-guest-relations', 800, 796, 0.86),
    onFloor('retail-corporate-executives', 1210, 790, 0.86, 'three-quarter'),
    tableTop(770, walnut),
    place(lying(portfolio(), 0, 0, 0.92, -3, 0.5, -0.12), 700, 880),
    fan(1300, 1010, 10, 230, 96, -152, 13),
    place(lying(shears(20), 0, 0, 0.9, 74, 0.6, -0.2), 250, 900),
    place(
      snakeTape(
        [
          [-20, 960],
          [140, 920, 's'],
          [300, 970, 's'],
          [460, 1010],
        ],
        26,
      ),
      0,
      0,
    ),
    place(pinCushion(), 1080, 850, 0.8),
    place(spool('#A63A24'), 400, 820, 0.9),
    place(spool('#E2A72E'), 452, 832, 0.9),
    place(chalk('#F4EDDF'), 1010, 950, 1),
    vignette(1600, 1000, '#20140A', 0.36),
  );
