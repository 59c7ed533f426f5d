import { colour, dye } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { solid, swatch, tape } from '../core/props';
import { all, el, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { drape, fabric, fallLight, soft } from '../furnishings/cloth';
import { shears } from '../scenes/props/tools';
import { ground, standing } from './parts';

const ink = colour.ink;

export const blazer = () =>
  all(
    ground('#D9C9B0'),
    path('M860 60H900V720H860Z', { fill: '#F6EFDF', stroke: ink, 'stroke-width': 2.4 }),
    path(Array.from({ length: 26 }, (_, i) => `M860 ${90 + i * 24}h${i % 5 ? 12 : 24}`).join(''), {
      stroke: ink,
      'stroke-width': 2,
    }),
    ...[
      [420, '11'],
      [340, '12'],
      [262, '13'],
    ].map(([y, age]) =>
      all(
        path(`M780 ${y}H960`, { stroke: colour.madder, 'stroke-width': 4, 'stroke-dasharray': '14 8' }),
        lettering(String(age), 990, Number(y) - 14, 26, { stroke: colour.madder, 'stroke-width': 3.4 }),
      ),
    ),
    standing('education-high-school', 430, 730, 1.08),
    place(tape(460, 28), 620, 690, 1, -4),
  );

export const chef = () =>
  all(
    ground('#8E3A2A'),
    place(
      all(
        soft(
          outline([-330, -300], [-120, -380], [0, -330], [120, -380], [330, -300], [360, 460], [-360, 460]),
          cloth(dye.white, 'twill', undefined, undefined, 1.6),
          {
            width: 3.4,
            folds: [
              [-260, -200, -290, 440, 30, 18],
              [270, -180, 300, 440, 30, -18],
              [0, 160, 20, 440, 20, 10],
            ],
          },
        ),
        soft(
          outline([-120, -380], [-30, -330, 's'], [210, -250, 's'], [230, 460], [-190, 460], [-170, -180, 's']),
          cloth(dye.white, 'twill', undefined, undefined, 1.6),
          { width: 2.6, light: fallLight, stitch: ['M194 -236Q214 0 212 460', '#8B8A92'] },
        ),
        ...[0, 1, 2, 3, 4].flatMap((i) =>
          [
            [-120, 1],
            [150, 1],
          ].map(([x = 0]) =>
            all(
              el('circle', { cx: x + 4, cy: -150 + i * 122 + 6, r: 26, fill: ink, opacity: 0.25 }),
              el('circle', { cx: x, cy: -150 + i * 122, r: 25, fill: '#3A3A3D', stroke: ink, 'stroke-width': 2.4 }),
              path(
                `M${x - 14} ${-150 + i * 122}q14 -16 28 0q-14 16 -28 0M${x} ${-164 + i * 122}q16 14 0 28q-16 -14 0 -28`,
                { stroke: '#7A7A80', 'stroke-width': 3 },
              ),
            ),
          ),
        ),
        soft('M-126 -384Q0 -300 126 -384L100 -440Q0 -400 -100 -440Z', cloth(dye.white, 'twill'), {
          light: fallLight,
          width: 2.8,
        }),
      ),
      600,
      380,
    ),
    soft('M806 132L640 300L836 520Q822 300 806 132Z', cloth('#EDE6D6', 'twill', undefined, undefined, 1.6), {
      width: 2.8,
      light: fallLight,
      folds: [[800, 150, 690, 300, 14, 8]],
    }),
    path('M740 300q26 -20 40 6q10 30 -22 34q-30 -6 -18 -40zM770 390q16 -10 24 4q2 20 -16 20q-16 -6 -8 -24z', {
      fill: '#B5482E',
      opacity: 0.75,
    }),
    place(shears(10), 130, 520, 0.6, 20),
    path('M770 60C900 100 960 20 1080 110', { stroke: '#F4EDDF', 'stroke-width': 4, 'stroke-dasharray': '16 9' }),
  );

export const saree = () =>
  all(
    ground('#E2A72E', false),
    place(
      drape(
        [
          [0, 0, 420],
          [300, -30, 470],
          [760, -70, 560],
        ],
        12,
        cloth(dye.teal, 'linen'),
        { hem: 12, border: [90, dye.maroon] },
      ),
      60,
      -20,
    ),
    path('M0 660Q300 700 620 660', { stroke: colour.marigold, 'stroke-width': 6, 'stroke-dasharray': '10 6' }),
    standing('retail-guest-relations', 900, 728, 0.94),
    lettering('5.5 M', 640, 72, 26, { stroke: dye.maroon, 'stroke-width': 3.6 }, 'middle'),
    path('M540 122H740M540 108v28M740 108v28', { stroke: dye.maroon, 'stroke-width': 3 }),
  );

const swatchRow = (y: number) =>
  all(
    ...[fabric.white, fabric.linen, fabric.oat, fabric.clay, fabric.madder].map((material, i) =>
      place(swatch(material, 120, 90), 70 + i * 130, y, 1, (i % 3) * 3 - 3),
    ),
  );

export const colourToFace = () =>
  all(
    ground('#C9A48C', false),
    path('M0 0H600V750H0Z', { fill: '#F6F4EE' }),
    path('M600 0H1200V750H600Z', { fill: '#EFE0C0' }),
    place(
      drape(
        [
          [0, -60, 60],
          [140, -190, 0],
          [560, -440, 0],
        ],
        7,
        cloth('#FDFCF8', 'linen'),
        { hem: 10 },
      ),
      600,
      250,
    ),
    place(
      drape(
        [
          [0, -60, 60],
          [140, 0, 190],
          [560, 0, 440],
        ],
        7,
        cloth('#EAD9B0', 'linen'),
        { hem: 10, seed: 8 },
      ),
      600,
      250,
    ),
    solid(
      outline([520, 60], [546, 20, 's'], [600, 6, 's'], [654, 20, 's'], [680, 60], [664, 260], [536, 260]),
      '#C68F66',
      2.8,
    ),
    path('M560 40V250M640 40V250', { stroke: ink, 'stroke-width': 1.4, opacity: 0.3 }),
    swatchRow(630),
    ...[dye.plum, dye.teal, dye.marigold, dye.madder].map((color, i) =>
      place(swatch(cloth(color, 'linen'), 110, 90), 720 + i * 116, 632, 1, (i % 3) * 3 - 3),
    ),
    lettering('WHITE', 120, 70, 26, { 'stroke-width': 3.4 }),
    lettering('IVORY', 960, 70, 26, { 'stroke-width': 3.4 }),
  );
