import { colour, shade, tint } from '../../core/palette';
import { solid } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import { pillow, stack } from '../../furnishings/bedding';
import { drape, fabric, shadow, soft } from '../../furnishings/cloth';
import { vignette } from '../../furnishings/rooms';
import { armchair } from '../../furnishings/seating';
import { table } from '../../furnishings/things';
import { curtain, rollerBlind, windowFrame } from '../../furnishings/windows';
import { shell } from '../props/room-kit';

const ink = colour.ink;

/** A ward bed from its foot: rails, raised head, cotton blanket. */
function wardBed(blanket: Cloth): SvgNode {
  const steel = '#B8C0BF';
  return all(
    shadow(0, 4, 300, 26),
    solid('M-210 -420H210V-250H-210Z', '#EDE4D0', 2.6),
    path('M-180 -396H180M-180 -372H180', { stroke: shade('#EDE4D0', 0.3), 'stroke-width': 2 }),
    place(pillow(250, 120, fabric.white, { edge: 'plain', trim: '#7FA9AE', band: true }), 0, -288),
    soft('M-226 -150L-190 -250H190L226 -150Z', fabric.white, {
      folds: [
        [-120, -240, -140, -160, 5, 3],
        [100, -230, 130, -160, 6, -3],
      ],
    }),
    soft('M-228 -150L-206 -206H206L228 -150Z', blanket, {}),
    drape(
      [
        [-152, -228, 228],
        [-78, -232, 232],
      ],
      7,
      blanket,
      { hem: 4, border: [10, tint(blanket.base, 0.6)] },
    ),
    solid('M-240 -90H240V-64H-240Z', steel, 2.4),
    path('M-236 -230v150M236 -230v150M-236 -226h-10M236 -226h10', { stroke: ink, 'stroke-width': 11 }),
    path('M-236 -230v150M236 -230v150', { stroke: steel, 'stroke-width': 7 }),
    path('M-200 -64v44M200 -64v44', { stroke: ink, 'stroke-width': 14 }),
    ...[-200, 200].map((x) => el('circle', { cx: x, cy: -12, r: 14, fill: '#4A4F52', stroke: ink, 'stroke-width': 3 })),
  );
}

export const ward = (curtainCloth: Cloth, blanket: Cloth, color: string) =>
  all(
    shell(color, '#CFC9B8', 740, 'tiles'),
    path('M0 560H1600V584H0Z', { fill: tint(color, 0.5), stroke: ink, 'stroke-width': 1.6 }),
    place(windowFrame(360, 380, 'sky', 2, 2), 120, 110),
    place(rollerBlind(340, 150, fabric.white), 130, 124),
    path('M480 70H1560', { stroke: ink, 'stroke-width': 12 }),
    path('M480 70H1560', { stroke: '#B8C0BF', 'stroke-width': 8 }),
    place(curtain(250, 690, curtainCloth, undefined, { seed: 4 }), 500, 72),
    place(curtain(190, 690, curtainCloth, undefined, { seed: 9 }), 1370, 72),
    place(
      solid(
        'M0 0H300V60H0Z',
        '#EDE4D0',
        2,
        path('M20 18h60v24H20zM110 18h30v24h-30zM160 18h30v24h-30z', {
          fill: '#7FA9AE',
          stroke: ink,
          'stroke-width': 1.4,
        }),
      ),
      900,
      250,
    ),
    place(wardBed(blanket), 1010, 900, 1.3),
    path('M1440 330V890M1400 890H1480M1408 340h64', { stroke: ink, 'stroke-width': 8 }),
    path('M1440 334V886M1408 340h64', { stroke: '#B8C0BF', 'stroke-width': 4 }),
    path('M1400 344v20h24v90l-12 16l-12 -16v-90', { fill: '#E3EEEC', stroke: ink, 'stroke-width': 2 }),
    path('M1412 470C1412 560 1330 560 1310 640', { stroke: '#7FA9AE', 'stroke-width': 3 }),
    place(table(170, 180, '#EDE4D0'), 640, 880),
    place(
      stack(140, [
        [26, fabric.white],
        [26, blanket],
        [26, fabric.white],
      ]),
      570,
      700,
    ),
    place(armchair(cloth(blanket.base, 'leather')), 260, 900, 0.95),
    vignette(1600, 1000, '#16343A', 0.24),
  );
