import { colour, dye } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { solid } from '../core/props';
import { all, el, group, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { soft } from '../furnishings/cloth';
import { stacksOn } from '../scenes/props/studio';
import { pinCushion } from '../scenes/props/tools';
import { ground, lace, month, note, standing, steam, thermometer } from './parts';

const ink = colour.ink;

export const stripes = () =>
  all(
    ground('#C9D6DE', false),
    path('M0 560Q300 500 600 560T1200 540V750H0Z', { fill: '#F6F8F6', opacity: 0.7 }),
    path('M0 640Q300 580 700 640T1200 620V750H0Z', { fill: '#fff', opacity: 0.7 }),
    group(
      { transform: 'translate(430 330) rotate(-14)' },
      soft(
        outline([-190, -420], [190, -420], [170, 260, 's'], [160, 330], [-160, 330], [-172, 260, 's']),
        cloth(dye.navy, 'twill', undefined, undefined, 1.5),
        {
          width: 3,
          folds: [
            [-120, -300, -140, 60, 22, 14],
            [130, -260, 136, 80, 22, -14],
            [-40, -200, 60, -120, 14, 8],
          ],
        },
      ),
      ...[0, 1, 2, 3].map((i) => lace(336 - i * 2, 60 + i * 58, 30)),
      ...[0, 1, 2].map((i) =>
        el('circle', {
          cx: 120,
          cy: 286 - i * 0 + 0,
          r: i ? 0.1 : 14,
          fill: colour.brass,
          stroke: ink,
          'stroke-width': 2,
        }),
      ),
    ),
    place(
      all(
        soft('M-90 -190Q0 -250 90 -190L104 220H-104Z', cloth(dye.navy, 'twill'), { width: 3 }),
        ...[0, 1, 2, 3].map((i) => solid(`M-100 ${160 - i * 56}H100V${130 - i * 56}H-100Z`, colour.marigold, 2.4)),
        el('circle', { cx: 0, cy: -176, r: 22, fill: colour.brass, stroke: ink, 'stroke-width': 2.4 }),
      ),
      930,
      400,
      1,
      10,
    ),
    place(
      all(
        path('M-130 0C-90 -30 -40 -30 0 0C40 -30 90 -30 130 0C90 0 50 20 0 26C-50 20 -90 0 -130 0Z', {
          fill: colour.marigold,
          stroke: ink,
          'stroke-width': 2.6,
        }),
        el('circle', { cx: 0, cy: 6, r: 24, fill: colour.brass, stroke: ink, 'stroke-width': 2.4 }),
      ),
      700,
      110,
      1.1,
    ),
  );

export const hiVis = () =>
  all(
    ground('#2A2C38', false),
    path('M600 760L-200 200V-200L1400 -200V200Z', { fill: '#FFF3C9', opacity: 0.1 }),
    path('M1200 260L420 120V640L1200 500Z', { fill: '#FFF3C9', opacity: 0.22 }),
    group(
      { transform: 'translate(560 390)' },
      soft(
        outline(
          [-150, -300],
          [-70, -320],
          [0, -230],
          [70, -320],
          [150, -300],
          [190, -160, 's'],
          [176, 320],
          [-176, 320],
          [-190, -160, 's'],
        ),
        cloth(dye.beacon, 'mesh', undefined, undefined, 1.6),
        { width: 3.4 },
      ),
      path('M0 -230V320', { stroke: ink, 'stroke-width': 4 }),
      ...[-1, 1].map((side) =>
        path(`M${side * 98} -312V320`, { stroke: '#8F9492', 'stroke-width': 44, 'stroke-linecap': 'butt' }),
      ),
      ...[-1, 1].map((side) =>
        path(`M${side * 98} -312V320`, {
          stroke: '#EDF1EF',
          'stroke-width': 38,
          'stroke-linecap': 'butt',
          'stroke-dasharray': '14 2',
        }),
      ),
      path('M-180 60H180M-178 210H178', { stroke: '#8F9492', 'stroke-width': 50, 'stroke-linecap': 'butt' }),
      path('M-180 60H180M-178 210H178', {
        stroke: '#EDF1EF',
        'stroke-width': 44,
        'stroke-linecap': 'butt',
        'stroke-dasharray': '14 2',
      }),
    ),
    note('CLASS 2', 900, 160, 720, 270, '#F4EDDF'),
    note('0.13 SQ M TAPE', 900, 620, 730, 600, '#F4EDDF'),
    path('M1150 330h60v100h-60z', { fill: '#FFF3C9' }),
  );

export const rain = () =>
  all(
    ground('#5F7684', false),
    path(Array.from({ length: 90 }, (_, i) => `M${(i * 149) % 1240} ${(i * 83) % 740}l-14 46`).join(''), {
      stroke: '#D5E2E6',
      'stroke-width': 3,
      opacity: 0.5,
    }),
    path('M0 660H1200V750H0Z', { fill: '#4A5E6A' }),
    ...[
      [200, 700],
      [520, 716],
      [900, 694],
      [1080, 724],
    ].map(([x, y]) =>
      el('ellipse', {
        cx: Number(x),
        cy: Number(y),
        rx: 90,
        ry: 14,
        stroke: '#D5E2E6',
        'stroke-width': 2.4,
        opacity: 0.6,
      }),
    ),
    standing('education-rainwear', 380, 706, 1.08),
    standing('industrial-outdoor-cold-zone-staff', 800, 706, 0.82),
    path(Array.from({ length: 40 }, (_, i) => `M${(i * 271) % 1240} ${(i * 127) % 740}l-16 54`).join(''), {
      stroke: '#F4F8F8',
      'stroke-width': 3.4,
      opacity: 0.6,
    }),
  );

export const hotWash = () =>
  all(
    ground('#BCD3C2'),
    steam(560, 250, 7),
    standing('healthcare-ot-staff', 270, 728, 0.84),
    place(
      stacksOn([
        [420, 62, ...['#4C8B76', '#7391AE', '#6F2431', '#2C3D74', '#93A386'].map((color) => cloth(color, 'linen'))],
      ]),
      520,
      640,
    ),
    path('M480 642H1140V664H480Z', { fill: '#B8C0BF', stroke: ink, 'stroke-width': 2.6 }),
    place(thermometer(440, 0.74), 1060, 590),
    lettering('71', 985, 210, 44, { stroke: colour.madder, 'stroke-width': 5.4 }, 'end'),
  );

export const school = () =>
  all(
    ground('#DDE0D0'),
    ...['MAR', 'APR', 'MAY', 'JUN'].map((name, i) =>
      place(
        month(name, i === 0 ? 6 : i === 3 ? 1 : -1),
        480 + (i % 2) * 200,
        100 + Math.floor(i / 2) * 220,
        1.1,
        (i % 3) * 2 - 2,
      ),
    ),
    standing('education-primary', 250, 722, 1.22),
    place(
      stacksOn([
        [
          180,
          26,
          cloth(dye.maroon),
          cloth(dye.white),
          cloth(dye.maroon),
          cloth(dye.bottle, 'tartan', dye.navy, dye.marigold),
          cloth(dye.white),
        ],
      ]),
      930,
      640,
    ),
    path('M440 642H1160V664H440Z', { fill: colour.wood, stroke: ink, 'stroke-width': 2.4 }),
    place(pinCushion(), 1040, 500, 0.8),
    path('M600 170Q700 120 780 420', { stroke: colour.madder, 'stroke-width': 4, 'stroke-dasharray': '16 9' }),
  );
