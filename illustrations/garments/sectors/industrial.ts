import { colour, dye, shade } from '../../core/palette';
import { lettering } from '../../core/pens/lettering';
import { solid } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { oneShoe, shoes } from '../accessories/shoes';
import { hardHat } from '../headwear/hats-hard';
import { bench, floorAt, pegBoard, room, shelf } from './room';
import { cast, stand } from './stand';

const steel = '#7E8F92';

/** A steel locker: vents, a number, a latch; an open one is dark inside. */
function locker(x: number, number: string, open = false): SvgNode {
  const [w, top] = [170, 168];
  const h = floorAt - top + 6;
  return all(
    solid(`M${x} ${top}h${w}v${h}h${-w}z`, open ? shade(steel, 0.55) : steel),
    !open &&
      path([0, 1, 2, 3].map((i) => `M${x + 50} ${top + 44 + i * 15}h70`).join(''), {
        stroke: shade(steel, 0.5),
        'stroke-width': 5,
      }),
    !open &&
      path([0, 1, 2].map((i) => `M${x + 50} ${top + h - 90 + i * 15}h70`).join(''), {
        stroke: shade(steel, 0.5),
        'stroke-width': 5,
      }),
    !open && solid(`M${x + 138} ${top + 270}h14v46h-14z`, colour.ink, 1),
    !open &&
      path(`M${x + 56} ${top + 124}h58v28h-58z`, { fill: colour.paper, stroke: colour.ink, 'stroke-width': 1.6 }),
    !open && lettering(number, x + 85, top + 131, 14, {}, 'middle'),
    open && path(`M${x + 10} ${top + 46}h${w - 20}`, { stroke: colour.steel, 'stroke-width': 7 }),
    open && path(`M${x + 10} ${top + 12}h${w - 20}v22h${20 - w}z`, { fill: '#15183A', opacity: 0.3 }),
  );
}

/** The change room before the morning shift. */
export const banner = (): SvgNode =>
  all(
    room('#D9CBA9', '#A58A63', 0),
    path(`M0 470H1200V${floorAt - 14}H0Z`, { fill: '#8FA09A' }),
    path('M0 470H1200', { stroke: colour.ink, 'stroke-width': 2.4 }),
    path('M0 484H1200', { stroke: colour.marigold, 'stroke-width': 7 }),
    locker(36, '07'),
    locker(206, '08', true),
    locker(376, '09'),
    solid('M28 152h526v18h-526z', shade(steel, 0.2)),
    place(hardHat(dye.marigold), 124, 148, 1.05),
    place(hardHat(dye.white), 292, 148, 1.05),
    place(hardHat(dye.madder), 466, 148, 1.05),
    stand('industrial', 'maintenance', { x: 291, scale: 0.86, lift: 12, change: { pose: 'hanger' } }),
    shelf(846, 172, 310),
    place(
      all(
        ...[0, 1, 2].map((i) =>
          solid(
            `M${i * 6} ${-26 * (i + 1)}h${150 - i * 12}v26h${-150 + i * 12}z`,
            [dye.flare, dye.cobalt, dye.beacon][i] ?? dye.flare,
            1.8,
          ),
        ),
      ),
      858,
      190,
    ),
    place(
      solid(
        'M0 -92H84V0H0Z',
        '#CDB48A',
        2,
        path('M42 -92V0M0 -70H84', { stroke: shade('#CDB48A', 0.3), 'stroke-width': 3 }),
      ),
      1034,
      190,
    ),
    bench(792, 706, 380, 116),
    place(oneShoe('boot', '#4A3526'), 846, 681, 1),
    place(oneShoe('boot', '#4A3526'), 906, 681, 1),
    pegBoard(914, 246, 180, [30, 90, 150]),
    cast(
      stand('industrial', 'warehouse', { x: 1004, scale: 0.82, lift: -64 }),
      stand('industrial', 'production-floor-operators', { x: 690, scale: 0.9, extra: [shoes('boot', '#3A2A1E')] }),
    ),
  );
