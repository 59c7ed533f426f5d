import { colour, dye } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { labelTag, solid, stitches } from '../core/props';
import { all, clipped, el, group, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { fabric, soft } from '../furnishings/cloth';
import { sunlight, vignette } from '../furnishings/rooms';
import { plant } from '../furnishings/things';
import { cone } from '../merchandise/embroidery';
import { foldedShirt } from '../merchandise/packing';
import { fan, onFloor, sketch, tableTop } from './props/desk';
import { hung, wardrobe } from './props/hung';
import { shell } from './props/room-kit';
import { carton, paperWall, pinned, railStand, stacksOn } from './props/studio';
import { lying, pinCushion, ruler, shears, spool } from './props/tools';

const ink = colour.ink;

export const studioBanner = () =>
  all(
    paperWall(1600, 640, '#E7DCC3'),
    sunlight(60, 50, 140, 210, 0.35),
    ...[0, 1, 2].map((i) => place(pinned(sketch(i)), 690 + i * 260, 220, 0.95, [-3, 2, -2][i])),
    onFloor('aviation-cabin-crew', 1440, 960, 1.02),
    tableTop(640),
    place(lying(all(sketch(0)), 0, 0, 1.5, -10), 560, 830),
    place(lying(sketch(1), 0, 0, 1.4, 8), 930, 850),
    fan(240, 900, 8, 230, 110, -96, 14),
    place(shears(14), 1190, 860, 0.72, -56),
    place(ruler(420), 640, 940, 1, -4),
    place(spool('#A63A24', 1.4), 1330, 760),
    place(spool('#22305F', 1.2), 1390, 770, 1, 90),
    place(pinCushion(), 460, 740, 0.8),
    vignette(1600, 1000, '#3A2A12', 0.32),
  );

/** Finished garments, bagged and hung for dispatch. */
export function projectBanner(): SvgNode {
  const bag = (x: number, i: number) => {
    const spec = wardrobe[(i * 3) % wardrobe.length];
    return (
      spec &&
      group(
        { transform: `translate(${x} 250)` },
        place(hung({ ...spec, length: 420 }), 0, 0, 1.16),
        path('M-64 66Q0 34 74 66L96 560Q10 580 -72 560Z', {
          fill: '#F6FAF8',
          'fill-opacity': 0.5,
          stroke: ink,
          'stroke-width': 2,
        }),
        path('M-40 90L-50 520M52 100L64 300', { stroke: '#fff', 'stroke-width': 7, opacity: 0.75 }),
        place(labelTag(`N${12 + i}`, 'SIZE 40'), 8, 470, 1, (i % 3) * 3 - 3),
      )
    );
  };
  return all(
    shell('#D9D2BD', '#A98658', 800),
    sunlight(80, 60, 130, 210, 0.4),
    place(railStand(1000, 640), 520, 890),
    ...[7, 6, 5, 4, 3, 2, 1, 0].map((i) => bag(620 + i * 118, i)),
    place(carton(230, 150, 'HOTEL 84 SETS'), 90, 930),
    place(carton(190, 120, 'PLANT B', '#CDB385'), 130, 780),
    place(carton(170, 110, 'AIR CREW'), 360, 950),
    vignette(1600, 1000, '#2A1E10', 0.34),
  );
}

/** A drawer pulled out, seen from the front; contents stand above its edge. */
const drawer = (x: number, y: number, w: number, h: number, content: SvgNode, label: string): SvgNode =>
  place(
    all(
      path(`M-14 ${-h - 46}H${w + 14}L${w} ${-h}H0Z`, { fill: '#5C3D22', stroke: ink, 'stroke-width': 2 }),
      content,
      path(`M10 6H${w + 6}v14H10z`, { fill: ink, opacity: 0.25 }),
      solid(`M-18 ${-h}H${w + 18}V6H-18Z`, '#A9764A', 2.8),
      path(`M${-2} ${-h + 14}H${w + 2}V-8H${-2}Z`, { stroke: ink, 'stroke-width': 1.4, opacity: 0.5 }),
      solid(`M${w / 2 - 60} ${-h / 2 - 20}h120v32h-120z`, '#FFFBF2', 1.8),
      lettering(label, w / 2, -h / 2 - 12, 13, { 'stroke-width': 1.8 }, 'middle'),
      path(`M${w / 2 - 26} -16h52`, { stroke: ink, 'stroke-width': 9 }),
      path(`M${w / 2 - 26} -16h52`, { stroke: colour.brass, 'stroke-width': 5 }),
    ),
    x,
    y,
  );

export const productBanner = () =>
  all(
    paperWall(1600, 1000, '#DDD0B2'),
    solid('M520 60H1580V980H520Z', '#8A6238', 3),
    ...[
      [560, 330],
      [1080, 330],
      [560, 640],
      [1080, 640],
      [560, 950],
      [1080, 950],
    ].map(([x = 0, y = 0], i) =>
      drawer(
        x,
        y,
        450,
        110,
        place(
          [
            all(
              ...[0, 1, 2].map((k) =>
                place(
                  foldedShirt(cloth([dye.sky, dye.navy, dye.white][k] ?? dye.sky, 'twill')),
                  80 + k * 146,
                  -120,
                  0.62,
                ),
              ),
            ),
            stacksOn([
              [140, 22, fabric.white, fabric.sage, fabric.white, fabric.linen, fabric.white],
              [140, 22, fabric.stripe, fabric.white, fabric.sage, fabric.white],
              [140, 22, fabric.linen, fabric.deepSage, fabric.white, fabric.clay],
            ]),
            all(
              ...['#A63A24', '#22305F', '#E2A72E', '#65755A', '#F4EDDF', '#2A2A2D'].map((color, k) =>
                place(spool(color, 1.5), 40 + k * 74, -120),
              ),
            ),
            fan(225, -60, 9, 130, 80, -150, 14),
            stacksOn([
              [140, 24, fabric.terry, fabric.terrySage, fabric.terry, fabric.terryClay],
              [140, 24, fabric.terry, fabric.terry, fabric.terrySage, fabric.terry],
              [140, 24, fabric.terryClay, fabric.terry, fabric.terry],
            ]),
            all(
              ...[0, 1, 2, 3].map((k) =>
                place(cone(['#8A9A7B', '#A63A24', '#22305F', '#E2A72E'][k] ?? '#A63A24', 130), 60 + k * 110, -96),
              ),
            ),
          ][i] ?? all(),
          0,
          i === 1 || i === 4 ? -104 : 0,
        ),
        ['UNIFORMS', 'LINEN', 'THREAD', 'SWATCHES', 'BATH', 'TRIMS'][i] ?? '',
      ),
    ),
    sunlight(60, 60, 120, 200, 0.4),
    place(plant(280), 130, 970),
    vignette(1600, 1000, '#2A1E10', 0.34),
  );

export function stitchCommitment(): SvgNode {
  const indigo = cloth('#2C3D74', 'twill', undefined, undefined, 1.5);
  const large = cloth('#2C3D74', 'twill', undefined, undefined, 5);
  const lens = path('M1010 220a250 250 0 1 0 .1 0');
  return all(
    paperWall(1600, 1000, '#E9E0CC'),
    soft(outline([420, 90], [1600, 40], [1600, 980], [480, 1000], [400, 560, 's']), indigo, {
      width: 3,
      folds: [
        [470, 160, 520, 940, 30, 20],
        [1500, 90, 1540, 900, 30, -20],
        [640, 120, 900, 180, 18, 10],
      ],
      seams: 'M430 470Q1000 440 1600 470',
    }),
    stitches('M430 452Q1000 422 1600 452M430 490Q1000 460 1600 490', '#E2A72E', 4, '16 9'),
    el('ellipse', { cx: 1040, cy: 510, rx: 268, ry: 262, fill: ink, opacity: 0.3 }),
    clipped(
      lens,
      path('M700 200H1300V760H700Z', { fill: indigo.base }),
      soft('M700 200H1300V462H700Z', large, { width: 5 }),
      soft('M700 474H1300V760H700Z', large, { width: 5 }),
      path([0, 1, 2, 3, 4, 5].map((i) => `M${770 + i * 96} 410l62 -6M${760 + i * 96} 540l62 -6`).join(''), {
        stroke: '#7A5208',
        'stroke-width': 26,
      }),
      path([0, 1, 2, 3, 4, 5].map((i) => `M${770 + i * 96} 408l62 -6M${760 + i * 96} 538l62 -6`).join(''), {
        stroke: '#E2A72E',
        'stroke-width': 20,
      }),
      path([0, 1, 2, 3, 4, 5].map((i) => `M${776 + i * 96} 404l50 -5M${766 + i * 96} 534l50 -5`).join(''), {
        stroke: '#FBEBC0',
        'stroke-width': 3,
      }),
      path('M760 640Q860 240 1100 232L1160 250Q900 300 830 680Z', { fill: '#fff', opacity: 0.13 }),
    ),
    path('M1010 220a250 250 0 1 0 .1 0', { stroke: ink, 'stroke-width': 30 }),
    path('M1010 220a250 250 0 1 0 .1 0', { stroke: colour.brass, 'stroke-width': 22 }),
    path('M1190 650L1390 860', { stroke: ink, 'stroke-width': 58 }),
    path('M1196 656L1384 854', { stroke: '#6E4A2E', 'stroke-width': 46 }),
    place(shears(16), 330, 560, 1.15, -14),
    place(spool('#E2A72E', 2.6), 190, 860),
    path('M240 830C380 760 480 900 620 700C660 620 560 560 620 472', { stroke: '#E2A72E', 'stroke-width': 4 }),
    sunlight(40, 40, 110, 170, 0.3),
    vignette(1600, 1000, '#15183A', 0.34),
  );
}
