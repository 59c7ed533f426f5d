import { colour, dye } from '../../core/palette';
import { rail, solid } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { shoes } from '../accessories/shoes';
import { shoppingBag } from '../accessories/tools';
import { piece } from '../figure/piece';
import { floorAt, room, standing } from './room';
import { cast, stand } from './stand';

/** A tall mirror that leans on the wall. */
const mirror = (x: number): SvgNode =>
  all(
    standing(x + 90, 120),
    solid(`M${x} 210L${x + 150} 196L${x + 182} ${floorAt + 8}L${x - 10} ${floorAt + 14}Z`, colour.wood, 2.6),
    path(`M${x + 14} 226L${x + 138} 213L${x + 166} ${floorAt - 10}L${x + 6} ${floorAt - 4}Z`, {
      fill: '#C9D6D8',
      stroke: colour.ink,
      'stroke-width': 1.8,
    }),
    path(`M${x + 30} 470L${x + 118} 240h22L${x + 34} 520ZM${x + 40} 620L${x + 150} 350v40L${x + 42} 660Z`, {
      fill: '#fff',
      opacity: 0.55,
    }),
  );

/** An awning of the shop's stripes along the top. */
function awning(): SvgNode {
  const bays = Array.from({ length: 15 }, (_, i) =>
    piece(`M${i * 80} 0h80v74q-40 36 -80 0z`, cloth(i % 2 ? dye.madder : dye.white), [], { width: 2 }),
  );
  return all(path('M0 84H1200V118H0Z', { fill: colour.ink, opacity: 0.1 }), ...bays);
}

/** The shop floor before it opens. */
export const banner = (): SvgNode =>
  all(
    room('#E4CDBB', '#A07A54', 0),
    awning(),
    mirror(38),
    path('M404 214V806M820 214V806M404 806l-26 14M404 806l26 14M820 806l-26 14M820 806l26 14', {
      stroke: colour.ink,
      'stroke-width': 11,
    }),
    path('M404 214V806M820 214V806', { stroke: colour.brass, 'stroke-width': 7 }),
    place(rail(440), 392, 214),
    stand('retail', 'floor-staff', { x: 520, scale: 0.74, lift: 122, change: { pose: 'hanger' } }),
    stand('retail', 'event-crew', { x: 712, scale: 0.72, lift: 132, change: { pose: 'hanger' } }),
    cast(
      stand('retail', 'guest-relations', { x: 282, scale: 1 }),
      stand('retail', 'corporate-executives', { x: 958, scale: 1, extra: [shoes('oxford', '#26262A')] }),
    ),
    place(shoppingBag(), 620, 760, 1.1),
    place(shoppingBag(), 1132, 752, 1.2),
  );
