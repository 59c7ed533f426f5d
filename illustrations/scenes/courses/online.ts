import { colour, dye } from '../../core/palette';
import { labelTag, rail, solid } from '../../core/props';
import { all, el, path, place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { stack } from '../../furnishings/bedding';
import { fabric } from '../../furnishings/cloth';
import { floor, skirting, sunlight, vignette } from '../../furnishings/rooms';
import { plant, table } from '../../furnishings/things';
import { windowFrame } from '../../furnishings/windows';
import { type Hung, hungRow } from '../props/hung';
import { mirror } from '../props/machines';
import { paperWall } from '../props/studio';

const ink = colour.ink;
const wheel = ['#A63A24', '#E2A72E', '#65755A', '#7FA9AE', '#22305F', '#5C3453', '#C88B6C', '#F0D896'];

/** Seven pieces that make one wardrobe, a day each. */
const capsule: readonly Hung[] = [
  {
    material: cloth(dye.charcoal, 'pinstripe'),
    buttons: dye.black,
    length: 366,
    under: cloth(dye.charcoal, 'pinstripe'),
  },
  { material: cloth(dye.white, 'twill'), collar: 'shirt', trim: dye.white, length: 330 },
  { material: cloth(dye.bottle, 'twill'), collar: 'stand', buttons: colour.brass, length: 350 },
  { material: cloth('#7A2A3E', 'sprig', '#E2A72E'), collar: 'round', trim: '#E2A72E', length: 430, pocket: false },
  {
    material: cloth(dye.sky, 'stripe', '#FBF8F1'),
    collar: 'shirt',
    trim: '#FBF8F1',
    length: 328,
    under: cloth(dye.khaki, 'twill'),
  },
  { material: cloth(dye.slate, 'herringbone'), length: 360, buttons: dye.black },
  { material: cloth(dye.chambray, 'denim'), collar: 'shirt', buttons: colour.brass, length: 340 },
];

/** A laptop open on the lesson: a colour wheel and its chips. Its foot's middle is at (0, 0). */
const laptop = () =>
  all(
    solid('M-170 -244H170V-14H-170Z', '#3D4047', 3),
    path('M-156 -230H156V-28H-156Z', { fill: '#F4EDDF', stroke: ink, 'stroke-width': 2 }),
    ...wheel.map((fill, i) => {
      const at = (k: number) => `${-50 + Math.cos((k * Math.PI) / 4) * 78} ${-128 + Math.sin((k * Math.PI) / 4) * 78}`;
      return path(`M-50 -128L${at(i)}A78 78 0 0 1 ${at(i + 1)}Z`, { fill, stroke: ink, 'stroke-width': 1.6 });
    }),
    el('circle', { cx: -50, cy: -128, r: 26, fill: '#FFFBF2', stroke: ink, 'stroke-width': 1.6 }),
    ...[0, 1, 2].map((i) => solid(`M62 ${-196 + i * 52}h70v36h-70z`, wheel[i * 2] ?? ink, 1.6)),
    solid('M-200 -14H200L222 0Q222 12 210 12H-210Q-222 12 -222 0Z', '#C9CDCB', 2.6),
  );

/** Seven days, seven numbered pieces on the rail, the lesson open in daylight. */
export const courseOnline = () =>
  all(
    paperWall(1600, 780, '#E9DFC9'),
    floor(1600, 780, 1000, '#B08A5C'),
    skirting(1600, 780, '#E9DFC9', 30),
    place(windowFrame(330, 470, 'trees', 2, 2), 60, 110),
    sunlight(150, 760, 130, 70, 1.1),
    sunlight(440, 120, 110, 190, 0.4),
    place(rail(1010), 520, 132),
    place(hungRow(7, 142, 0, 1.02, capsule), 590, 134),
    ...capsule.map((_, i) => place(labelTag(String(i + 1)), 596 + i * 142, 84, 1.6, (i % 3) * 3 - 3)),
    place(mirror(240, 690), 330, 950),
    place(table(560, 210, '#9C6B3F'), 1180, 972),
    place(laptop(), 1110, 752, 0.94),
    place(
      stack(150, [
        [30, fabric.indigo],
        [28, fabric.white],
        [30, fabric.clay],
      ]),
      1300,
      764,
    ),
    place(plant(260), 1530, 980),
    vignette(1600, 1000, '#3A2A12', 0.28),
  );
