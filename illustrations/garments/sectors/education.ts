import { colour, dye, shade } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { lettering } from '../../core/pens/lettering';
import { solid } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { oneShoe, shoes } from '../accessories/shoes';
import { piece, topStitch } from '../figure/piece';
import { brimHat } from '../headwear/hats-soft';
import { bench, pegBoard, room } from './room';
import { cast, stand } from './stand';

/** A satchel that hangs from a peg at (0, 0). */
function satchel(color: string): SvgNode {
  const hide = cloth(color, 'leather');
  return all(
    path('M-34 60C-34 -8 34 -8 34 60', { stroke: colour.ink, 'stroke-width': 11 }),
    path('M-34 60C-34 -8 34 -8 34 60', { stroke: shade(color, 0.2), 'stroke-width': 7.4 }),
    piece(outline([-56, 56], [56, 56], [60, 142], [50, 152], [-50, 152], [-60, 142]), hide),
    piece(outline([-58, 52], [58, 52], [58, 100], [44, 114], [-44, 114], [-58, 100]), hide),
    topStitch('M-52 58V98L-42 108H42L52 98V58', hide),
    ...[-26, 26].map((x) => solid(`M${x - 7} 92h14v34h-14z`, colour.brass, 1.6)),
  );
}

/** The cloakroom beside the classroom. */
export const banner = (): SvgNode =>
  all(
    room('#C7D3C4', '#B0895A', 0),
    place(
      all(
        solid('M0 0H470V236H0Z', '#5B7F5E', 3),
        solid('M-14 -14H484V250H-14Z', colour.wood, 3),
        solid('M0 0H470V236H0Z', '#34503F', 2),
        path('M40 60C90 20 120 96 170 58M46 168h120', { stroke: '#E9EFE2', 'stroke-width': 4, opacity: 0.85 }),
        lettering('MEASURE TWICE', 46, 92, 22, { stroke: '#E9EFE2', 'stroke-width': 3, opacity: 0.9 }),
        lettering('CUT ONCE', 46, 130, 22, { stroke: '#E9EFE2', 'stroke-width': 3, opacity: 0.9 }),
        path('M352 178l40-96 40 96zM372 130h40', { stroke: '#E9EFE2', 'stroke-width': 3.4, opacity: 0.8 }),
        solid('M300 232h130v12h-130z', colour.wood, 1.6),
      ),
      366,
      62,
    ),
    pegBoard(0, 350, 1200, [500, 622, 736, 1116]),
    place(satchel(dye.hide), 500, 366, 0.94),
    place(satchel(dye.madder), 736, 366, 0.86),
    place(brimHat(cloth(dye.butter, 'twill'), cloth(dye.madder), 74, 14), 622, 406, 0.9, -6),
    bench(440, 704, 420, 118),
    place(oneShoe('gumboot', dye.marigold, '#8a6414'), 770, 679),
    place(oneShoe('gumboot', dye.marigold, '#8a6414'), 820, 679),
    place(
      all(
        ...[dye.indigo, dye.madder, dye.bottle, dye.marigold].map((c, i) =>
          solid(`M${(i % 2) * 8} ${-22 * (i + 1)}h${118 - (i % 3) * 10}v22h${-118 + (i % 3) * 10}z`, c, 1.8),
        ),
      ),
      486,
      704,
    ),
    cast(
      stand('education', 'kindergarten', { x: 1116, scale: 0.94, lift: -62 }),
      stand('education', 'high-school', { x: 236, scale: 1.18, extra: [shoes('oxford', '#26262A', '#000000', 38)] }),
      stand('education', 'primary', { x: 914, scale: 1.3, lift: -80 }),
    ),
  );
