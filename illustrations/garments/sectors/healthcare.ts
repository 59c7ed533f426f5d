import { colour, dye, shade } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { solid } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { clipboard } from '../accessories/carried';
import { shoes } from '../accessories/shoes';
import { crease, fold, piece } from '../figure/piece';
import { floorAt, plant, room, standing } from './room';
import { cast, stand } from './stand';

/** A bay curtain on its rail, drawn half back. */
function curtain(x: number, w: number): SvgNode {
  const cotton = cloth('#BFD8D2', 'stripe', '#D9E8E3', undefined, 1.4);
  const n = 6;
  const hem = Array.from(
    { length: n * 2 },
    (_, i) => [x + w - (w * i) / (n * 2), floorAt - 30 + (i % 2) * 12, 's'] as const,
  );
  return all(
    path(`M${x - 20} 96H1200`, { stroke: colour.ink, 'stroke-width': 11 }),
    path(`M${x - 20} 96H1200`, { stroke: colour.steel, 'stroke-width': 7 }),
    ...Array.from({ length: 7 }, (_, i) =>
      el('circle', { cx: x + 10 + (i * (w - 20)) / 6, cy: 104, r: 7, stroke: colour.ink, 'stroke-width': 3 }),
    ),
    piece(
      outline([x, 112], [x + w * 0.5, 118, 's'], [x + w, 112], [x + w + 8, 460, 's'], ...hem, [x - 6, floorAt - 30]),
      cotton,
      Array.from({ length: n }, (_, i) => {
        const at = x + ((i + 0.6) * w) / n;
        return all(
          fold(cotton, at, 116, at + 6, floorAt - 24, 20, 3, 0.5),
          crease(cotton, at - 9, 116, at - 5, floorAt - 26, 3, 1.8),
        );
      }),
    ),
  );
}

/** A glass-fronted cupboard with a cross, bottles and folded linen. */
const cupboard = (x: number, y: number): SvgNode =>
  all(
    path(`M${x + 8} ${y + 12}h250v300h-250z`, { fill: colour.ink, opacity: 0.15 }),
    solid(`M${x} ${y}h250v300h-250z`, '#EDE7DA', 2.6),
    ...[0, 1].map((i) => solid(`M${x + 14 + i * 114} ${y + 56}h108v230h-108z`, '#B9D0D2', 2)),
    ...[0, 1, 2].flatMap((r) =>
      [0, 1].map((i) =>
        place(
          all(
            ...[0, 1, 2].map((k) =>
              solid(
                `M${k * 30} 0v${-26 - ((k + r + i) % 3) * 8}h22V0z`,
                [dye.white, dye.teal, dye.rust, dye.butter][(k + r * 2 + i) % 4] ?? dye.white,
                1.4,
              ),
            ),
          ),
          x + 26 + i * 114,
          y + 126 + r * 76,
        ),
      ),
    ),
    path([0, 1, 2].map((r) => `M${x + 14} ${y + 127 + r * 76}h108M${x + 128} ${y + 127 + r * 76}h108`).join(''), {
      stroke: colour.ink,
      'stroke-width': 3,
    }),
    path(`M${x + 20} ${y + 250}l60-190h20l-66 210zM${x + 136} ${y + 240}l56-178h16l-62 196z`, {
      fill: '#fff',
      opacity: 0.35,
    }),
    path(`M${x + 117} ${y + 12}h16v12h12v16h-12v12h-16v-12h-12v-16h12z`, {
      fill: colour.madder,
      stroke: colour.ink,
      'stroke-width': 1.6,
    }),
  );

/** A ward's linen bay. */
export const banner = (): SvgNode =>
  all(
    room('#D6DFD3', '#9DB0A6', 0),
    path(`M0 430H1200V${floorAt - 14}H0Z`, { fill: '#A9C3BA' }),
    path('M0 430H1200', { stroke: colour.ink, 'stroke-width': 2.2 }),
    path('M0 444H1200', { stroke: '#F4EDDF', 'stroke-width': 6 }),
    cupboard(420, 84),
    curtain(850, 330),
    standing(560, 150),
    solid('M430 640h240v170h-240z', '#C7D2CF', 2.4),
    path('M446 660h208v36h-208zM446 708h208v36h-208zM446 756h208v36h-208z', {
      stroke: shade('#C7D2CF', 0.45),
      'stroke-width': 2,
    }),
    path('M530 678h40M530 726h40M530 774h40', { stroke: colour.ink, 'stroke-width': 5 }),
    solid('M420 622h260v22h-260z', '#EDE7DA', 2.2),
    place(clipboard(), 610, 566, 0.86, 6),
    place(
      all(
        ...[0, 1, 2].map((i) =>
          solid(
            `M${i * 4} ${-24 * (i + 1)}h${110 - i * 8}v24h${-110 + i * 8}z`,
            [dye.theatre, dye.white, '#3C7C92'][i] ?? dye.white,
            1.8,
          ),
        ),
      ),
      446,
      622,
    ),
    cast(
      stand('healthcare', 'doctors', { x: 240, scale: 1, extra: [shoes('oxford', '#4A3526')] }),
      stand('healthcare', 'nurses', { x: 792, scale: 0.92, change: { pose: 'form' } }),
      stand('healthcare', 'ot-staff', { x: 1036, scale: 0.9, change: { stand: true } }),
    ),
    plant(72, floorAt + 34, dye.bottle, '#E2D2B4', 0.8),
  );
