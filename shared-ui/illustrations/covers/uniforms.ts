import { outline } from '../core/curve';
import { lettering } from '../core/lettering';
import { colour, dye, shade, tint } from '../core/palette';
import { labelTag, pin, solid, stitches, swatch, tape } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { drape, fabric, fallLight, plumpLight, soft } from '../furnishings/cloth';
import { foldedShirt } from '../merchandise/tiles';
import { thread } from '../merchandise/thread';
import { hung, hungRow, wardrobe } from '../scenes/hung';
import { railStand, stacksOn } from '../scenes/studio';
import { chalk, pinCushion, shears, snakeTape, spool } from '../scenes/tools';
import {
  careSign,
  drum,
  flatShirt,
  flatTrousers,
  ground,
  lace,
  month,
  note,
  standing,
  steam,
  thermometer,
} from './parts';

const ink = colour.ink;

const trims = () => {
  const specimen = (i: number, node: SvgNode, name: string) =>
    place(
      all(
        path('M-88 -96H96V112H-88Z', { fill: ink, opacity: 0.16 }),
        solid('M-92 -100H92V104H-92Z', '#FFFBF2', 2),
        place(node, 0, -16),
        lettering(name, 0, 76, 13, { 'stroke-width': 1.8 }, 'middle'),
      ),
      190 + (i % 4) * 276,
      220 + Math.floor(i / 4) * 310,
      1,
      ((i * 7) % 5) - 2,
    );
  const ring = (r: number, w: number, color: string) =>
    all(
      el('circle', { cx: 0, cy: 0, r, stroke: ink, 'stroke-width': w + 4 }),
      el('circle', { cx: 0, cy: 0, r, stroke: color, 'stroke-width': w }),
    );
  return all(
    ground('#C9B48C'),
    ...[
      ring(34, 14, colour.brass),
      soft('M-70 -50H70V50H-70Z', cloth(dye.navy, 'rib', undefined, undefined, 2)),
      all(
        path('M-64 30Q0 -50 64 -20', { stroke: ink, 'stroke-width': 26 }),
        path('M-64 30Q0 -50 64 -20', { stroke: colour.madder, 'stroke-width': 21 }),
        stitches('M-64 42Q0 -38 64 -8', '#fff', 2.4),
      ),
      soft('M-60 -44L0 -56L60 -44L40 48L0 20L-40 48Z', cloth(dye.scarlet), {
        stitch: ['M-50 -36L0 -46L50 -36', colour.marigold],
      }),
      all(
        path('M-70 0C-40 -50 -20 -50 0 0C20 50 40 50 70 0M-70 0C-40 50 -20 50 0 0C20 -50 40 -50 70 0', {
          stroke: ink,
          'stroke-width': 14,
        }),
        path('M-70 0C-40 -50 -20 -50 0 0C20 50 40 50 70 0M-70 0C-40 50 -20 50 0 0C20 -50 40 -50 70 0', {
          stroke: colour.marigold,
          'stroke-width': 9,
        }),
      ),
      all(
        path(Array.from({ length: 9 }, (_, k) => `M-8 ${-62 + k * 15}h16`).join(''), {
          stroke: colour.brass,
          'stroke-width': 8,
        }),
        solid('M-22 -20H22L16 30H-16Z', colour.brass, 2.4),
        solid('M-8 30H8V66H-8Z', colour.brass, 2),
      ),
      all(
        path('M-70 0H70', { stroke: ink, 'stroke-width': 10 }),
        solid(
          outline([-40, 0], [-30, -22, 's'], [30, -22, 's'], [40, 0, 's'], [30, 22, 's'], [-30, 22, 's']),
          '#8A6238',
          2.6,
        ),
        path('M-10 0h.1M10 0h.1', { stroke: ink, 'stroke-width': 9 }),
      ),
      all(
        solid('M-60 -40H60V40H-60Z', colour.brass, 2.4),
        path('M-40 -20H40V20H-40Z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
        path('M0 -40V40', { stroke: ink, 'stroke-width': 9 }),
      ),
    ].map((node, i) =>
      specimen(i, node, ['EYELET', 'RIB', 'PIPING', 'GORGET', 'FROG', 'SLIDER', 'TOGGLE', 'BUCKLE'][i] ?? ''),
    ),
  );
};

const specification = () =>
  all(
    ground('#DCE0D0'),
    place(flatShirt(cloth(dye.sky, 'linen')), 360, 390, 1.15),
    path('M180 130H540M180 116v28M540 116v28M110 190V660M96 190h28M96 660h28', {
      stroke: colour.madder,
      'stroke-width': 2.4,
    }),
    lettering('54.0', 360, 96, 20, { stroke: colour.madder, 'stroke-width': 2.6 }, 'middle'),
    place(
      all(
        path('M8 12H470V620H8Z', { fill: ink, opacity: 0.2 }),
        solid('M0 0H462V608H0Z', '#FFFBF2', 2.4),
        lettering('SPECIFICATION 40', 36, 36, 24, { stroke: colour.indigo, 'stroke-width': 3.2 }),
        ...['CLOTH 65/35', '210 GSM', 'SHRINK 2 MAX', 'FAST 4-5', '50 WASHES', 'STITCH 5/CM'].map((line, i) =>
          all(
            path(`M36 ${150 + i * 72}H426`, { stroke: ink, 'stroke-width': 1.4, opacity: 0.5 }),
            lettering(line, 36, 112 + i * 72, 17, { 'stroke-width': 2.2 }),
            path(`M386 ${116 + i * 72}l10 12l22 -26`, { stroke: '#65755A', 'stroke-width': 5 }),
          ),
        ),
        place(pin(), 231, 20, 1.3),
      ),
      690,
      76,
      1,
      2,
    ),
  );

const heat = () =>
  all(
    ground('#E9B95E', false),
    el('circle', { cx: 880, cy: 240, r: 190, fill: '#F6DFA0', opacity: 0.8 }),
    el('circle', { cx: 880, cy: 240, r: 130, fill: '#FFF3CF' }),
    path(
      Array.from({ length: 20 }, (_, i) => {
        const a = (i * Math.PI) / 10;
        return `M${880 + Math.cos(a) * 220} ${240 + Math.sin(a) * 220}L${880 + Math.cos(a) * 270} ${240 + Math.sin(a) * 270}`;
      }).join(''),
      { stroke: '#FFF3CF', 'stroke-width': 9 },
    ),
    path('M0 130Q600 190 1200 120', { stroke: ink, 'stroke-width': 4 }),
    place(flatShirt(cloth('#F6F0E2', 'mesh', undefined, undefined, 1.4)), 470, 400, 1.1, -3),
    path('M330 140v40M600 146v36', { stroke: ink, 'stroke-width': 12 }),
    path('M330 140v40M600 146v36', { stroke: colour.wood, 'stroke-width': 8 }),
    place(thermometer(430, 0.86), 1060, 640),
    lettering('42', 980, 250, 50, { stroke: colour.madder, 'stroke-width': 6 }),
    path('M0 690Q400 640 760 690T1200 680V750H0Z', { fill: shade('#E9B95E', 0.2), stroke: ink, 'stroke-width': 2 }),
    path('M330 640q40 -20 80 0t80 0M240 600q40 -20 80 0', { stroke: '#fff', 'stroke-width': 6, opacity: 0.6 }),
  );

const fiveSymbols = () =>
  all(
    ground('#7FA9AE'),
    place(
      drum(
        220,
        group(
          { transform: 'translate(0 40)' },
          soft(
            outline(
              [-180, 40],
              [-100, -60, 's'],
              [20, -20, 's'],
              [120, -80, 's'],
              [190, 30],
              [120, 150, 's'],
              [-120, 150, 's'],
            ),
            cloth(dye.navy, 'twill'),
            {
              folds: [
                [-80, -30, -40, 100, 14, 8],
                [60, -30, 100, 90, 14, -8],
              ],
              light: plumpLight,
            },
          ),
          soft(outline([-110, 90], [-20, 20, 's'], [90, 70, 's'], [60, 160, 's'], [-70, 160, 's']), cloth(dye.flare), {
            light: plumpLight,
          }),
        ),
      ),
      880,
      390,
      1.1,
    ),
    place(
      all(
        path('M12 16H452V600H12Z', { fill: ink, opacity: 0.2 }),
        solid('M0 0H440V590H0Z', '#FFFBF2', 2.6),
        stitches('M14 14H426V576H14Z', colour.madder, 3, '12 8'),
        ...[0, 1, 2, 3, 4].map((i) => place(careSign(i), 110 + (i % 2) * 200, 120 + Math.floor(i / 2) * 150)),
        lettering('75 C / 40 BAR', 220, 520, 22, { stroke: colour.madder, 'stroke-width': 3 }, 'middle'),
      ),
      90,
      76,
      1,
      -3,
    ),
  );

const forecasting = () =>
  all(
    ground('#E4D8C0'),
    ...[
      [9, 'S'],
      [5, 'M'],
      [2, 'L'],
      [4, 'XL'],
      [8, 'XXL'],
    ].map(([n, size], i) =>
      all(
        place(
          stacksOn([
            [
              160,
              34,
              ...Array.from({ length: Number(n) }, (_, k) =>
                cloth([dye.indigo, dye.chambray][k % 2] ?? dye.indigo, 'twill'),
              ),
            ],
          ]),
          120 + i * 205,
          590,
        ),
        place(labelTag(String(size)), 205 + i * 205, 634, 1.7),
      ),
    ),
    path('M60 592H1140V612H60Z', { fill: colour.wood, stroke: ink, 'stroke-width': 2.4 }),
    path('M90 150C300 170 380 330 560 400S840 470 1120 180', {
      stroke: ink,
      'stroke-width': 5,
      opacity: 0.2,
      transform: 'translate(4 8)',
    }),
    path('M90 150C300 170 380 330 560 400S840 470 1120 180', {
      stroke: colour.madder,
      'stroke-width': 5,
      'stroke-dasharray': '20 11',
    }),
    place(pin(), 600, 424, 2),
    note('ORDER HERE', 760, 330, 612, 414),
  );

const stripes = () =>
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

const hiVis = () =>
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

const flame = (x: number, y: number, k: number): SvgNode =>
  place(
    all(
      path(
        'M0 0C-90 -20 -90 -130 -30 -190C-30 -150 -6 -140 0 -160C10 -220 -10 -260 30 -310C30 -230 100 -190 90 -90C86 -30 50 0 0 0Z',
        { fill: '#E2722E', stroke: ink, 'stroke-width': 2.6 },
      ),
      path('M4 -6C-40 -20 -44 -80 -4 -120C0 -90 20 -110 26 -150C50 -100 60 -40 4 -6Z', { fill: '#F6DFA0' }),
    ),
    x,
    y,
    k,
  );

const flameRetardant = () =>
  all(
    ground('#3D2A24', false),
    ...[
      [dye.straw, 'TREATED COTTON'],
      [dye.slate, 'MODACRYLIC'],
      [dye.olive, 'ARAMID'],
    ].map(([color, name], i) =>
      all(
        soft(
          outline(
            [120 + i * 340, 90],
            [400 + i * 340, 80],
            [410 + i * 340, 430, 's'],
            [360 + i * 340, 470],
            [300 + i * 340, 440, 's'],
            [230 + i * 340, 480],
            [170 + i * 340, 446, 's'],
            [112 + i * 340, 470],
          ),
          cloth(String(color), (['twill', 'denim', 'herringbone'] as const)[i] ?? 'twill', undefined, undefined, 1.6),
          {
            width: 3,
            folds: [
              [160 + i * 340, 120, 150 + i * 340, 420, 16, 8],
              [370 + i * 340, 110, 370 + i * 340, 420, 16, -8],
            ],
          },
        ),
        path(
          `M${112 + i * 340} 470L${170 + i * 340} 446L${230 + i * 340} 480L${300 + i * 340} 440L${360 + i * 340} 470L${410 + i * 340} 430l-6 -40l-60 20l-50 -18l-60 30l-60 -26l-58 22z`,
          { fill: '#1C1412', opacity: 0.85 },
        ),
        flame(260 + i * 340, 680, [1, 0.62, 0.4][i] ?? 1),
        lettering(String(name), 260 + i * 340, 704, 15, { stroke: '#F6DFA0', 'stroke-width': 2 }, 'middle'),
      ),
    ),
  );

const measuring = () =>
  all(
    ground('#D5DBC8'),
    place(railStand(620, 520), 520, 690),
    place(hungRow(7, 82, 2, 1.02), 590, 174),
    standing('industrial-supervisors', 240, 722, 0.82),
    place(
      snakeTape(
        [
          [150, 230],
          [240, 290, 's'],
          [340, 240, 's'],
          [420, 420, 's'],
          [330, 560, 's'],
          [430, 720],
        ],
        26,
      ),
      0,
      0,
    ),
    place(
      all(
        solid('M0 0H230V150H0Z', '#FFFBF2', 2.2),
        lettering('DAY 1', 18, 18, 17, { stroke: colour.madder, 'stroke-width': 2.4 }),
        path(
          Array.from(
            { length: 8 },
            (_, i) =>
              `M${22 + (i % 4) * 52} ${66 + Math.floor(i / 4) * 42}v28m8 -28v28m8 -28v28m8 -28v28m-30 -4l36 -20`,
          ).join(''),
          { stroke: ink, 'stroke-width': 2.6 },
        ),
      ),
      880,
      40,
      1,
      3,
    ),
  );

const nine = () =>
  all(
    ground('#EFE4CC'),
    ...[
      cloth(dye.white),
      cloth(dye.sky, 'stripe', '#FBF8F1'),
      cloth(dye.blush),
      cloth(dye.navy, 'twill'),
      cloth(dye.charcoal, 'herringbone'),
      cloth(dye.chambray, 'denim'),
      cloth(dye.olive, 'twill'),
      cloth(dye.madder, 'knit'),
      cloth(dye.oat, 'linen'),
    ].map((material, i) => {
      const x = 380 + (i % 3) * 330;
      const y = 150 + Math.floor(i / 3) * 226;
      return all(
        path(`M${x - 146} ${y - 104}h292v208h-292z`, {
          fill: '#FFFBF2',
          stroke: ink,
          'stroke-width': 1.6,
          opacity: 0.7,
        }),
        i < 3
          ? place(flatShirt(material, material.base), x, y + 8, 0.38)
          : i < 6
            ? place(flatTrousers(material), x, y, 0.34)
            : place(foldedShirt(material, material.base, false), x, y + 2, 0.72),
        lettering(`0${i + 1}`, x - 132, y - 92, 14, { stroke: colour.madder, 'stroke-width': 2 }),
      );
    }),
    lettering('9', 60, 90, 130, { stroke: colour.indigo, 'stroke-width': 12 }),
    lettering('FOR 30', 44, 560, 28, { stroke: colour.indigo, 'stroke-width': 4 }),
    path('M44 610H190', { stroke: colour.madder, 'stroke-width': 4, 'stroke-dasharray': '16 9' }),
  );

const maroons: readonly Cloth[] = [
  cloth('#6F2431', 'twill', undefined, undefined, 1.6),
  cloth('#7A2A38', 'linen', undefined, undefined, 1.4),
  cloth('#6A2030', 'knit', undefined, undefined, 2),
  cloth('#842A3A'),
  cloth('#702634', 'herringbone', undefined, undefined, 1.5),
];

const oneColour = () =>
  all(
    ground('#E9E0CC'),
    solid('M60 60H1140V96H60Z', '#3D4047', 2.6),
    path('M80 96H1120L1180 700H20Z', { fill: '#FFF6D8', opacity: 0.5 }),
    ...maroons.map((material, i) =>
      place(
        drape(
          [
            [0, 0, 186],
            [300, -6, 192],
            [450 + (i % 2) * 40, -14, 200],
          ],
          3 + (i % 3),
          material,
          { hem: 9, seed: i + 3 },
        ),
        90 + i * 212,
        150,
      ),
    ),
    ...['TWILL', 'GEORGETTE', 'KNIT', 'SATIN', 'WOOL'].map((name, i) => place(labelTag(name), 184 + i * 212, 690, 1.5)),
    path('M70 150H1130', { stroke: ink, 'stroke-width': 10 }),
    path('M70 150H1130', { stroke: colour.steel, 'stroke-width': 6 }),
  );

const pockets = () => {
  const patch = (x: number, y: number, w: number, h: number) =>
    all(
      soft(`M${x} ${y}h${w}v${h}h${-w}z`, cloth(dye.charcoal, 'denim'), {
        stitch: [`M${x + 7} ${y + 7}h${w - 14}v${h - 14}h${14 - w}z`, colour.marigold],
      }),
    );
  return all(
    ground('#C98B57'),
    place(
      flatTrousers(
        cloth(dye.slate, 'denim', undefined, undefined, 1.4),
        patch(-122, 60, 88, 130),
        patch(34, 60, 88, 130),
        patch(-138, -60, 66, 90),
        patch(84, -60, 46, 130),
        path('M-8 -90l8 -14l8 14M-60 -230L-104 -150M60 -230L104 -150', {
          stroke: colour.marigold,
          'stroke-width': 4,
          'stroke-dasharray': '6 4',
        }),
        solid('M92 -80h9v100h-9z', '#E2A72E', 1.6),
      ),
      480,
      380,
      1.2,
    ),
    note('RULER POCKET', 900, 240, 598, 300, '#F4EDDF'),
    note('GUSSET', 900, 420, 484, 280, '#F4EDDF'),
    note('DOUBLE KNEE', 900, 600, 590, 530, '#F4EDDF'),
    place(chalk('#F4EDDF'), 180, 620, 1.6, -14),
    place(spool(colour.marigold, 1.8), 160, 150),
  );
};

const rain = () =>
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

const hotWash = () =>
  all(
    ground('#BCD3C2'),
    steam(560, 250, 9),
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

const sixtyDays = () =>
  all(
    ground('#DDD2B8'),
    ...Array.from({ length: 12 }, (_, i) => {
      const spec = wardrobe[4];
      return (
        spec &&
        place(
          all(
            hung({
              ...spec,
              material: cloth(tint(dye.cobalt, i * 0.035), 'twill'),
              under: cloth(dye.charcoal),
              length: 300,
            }),
            place(labelTag(String(i + 1)), 10, 420, 1.3),
          ),
          80 + i * 92,
          110,
          0.94,
        )
      );
    }),
    path('M30 108H1170', { stroke: ink, 'stroke-width': 13 }),
    path('M30 108H1170', { stroke: colour.steel, 'stroke-width': 9 }),
    path(Array.from({ length: 60 }, (_, i) => `M${60 + i * 18.3} ${i % 10 === 9 ? 600 : 620}V680`).join(''), {
      stroke: ink,
      'stroke-width': 4,
    }),
    path(`M56 650H${60 + 41 * 18.3}`, { stroke: colour.madder, 'stroke-width': 8 }),
    lettering('DAY 42 / 60', 1140, 570, 20, { stroke: colour.madder, 'stroke-width': 2.8 }, 'end'),
  );

const ratios = () =>
  all(
    ground('#E9E0CC'),
    path('M60 610H1150', { stroke: ink, 'stroke-width': 4 }),
    ...[
      [0.34, 1],
      [0.4, 3],
      [0.46, 4],
      [0.52, 3],
      [0.58, 1],
    ].map(([k = 1, n = 1], i) =>
      all(
        place(
          flatShirt(cloth([dye.sage, dye.chambray, dye.indigo, dye.madder, dye.marigold][i] ?? dye.sage, 'linen')),
          160 + i * 220,
          200 + (0.58 - k) * 120,
          k,
        ),
        ...Array.from({ length: n }, (_, j) =>
          solid(
            `M${100 + i * 220} ${606 - (j + 1) * 62}h116v56h-116z`,
            tint([dye.sage, dye.chambray, dye.indigo, dye.madder, dye.marigold][i] ?? dye.sage, 0.15),
            2,
          ),
        ),
        lettering(['S', 'M', 'L', 'XL', '2XL'][i] ?? '', 158 + i * 220, 640, 26, { 'stroke-width': 3.6 }, 'middle'),
        lettering(String(n), 158 + i * 220, 694, 18, { stroke: colour.madder, 'stroke-width': 2.6 }, 'middle'),
      ),
    ),
  );

const blazer = () =>
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

const chef = () =>
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
    path('M740 300q26 -20 40 6q10 30 -22 34q-30 -6 -18 -40zM770 390q16 -10 24 4q2 20 -16 20q-16 -6 -8 -24z', { fill: '#B5482E', opacity: 0.75 }),
    place(shears(10), 130, 520, 0.6, 20),
    path('M770 60C900 100 960 20 1080 110', { stroke: '#F4EDDF', 'stroke-width': 4, 'stroke-dasharray': '16 9' }),
  );

const lastDay = () =>
  all(
    ground('#B9B3A0'),
    place(flatShirt(cloth(dye.cobalt, 'twill')), 260, 330, 0.92),
    path(
      Array.from(
        { length: 120 },
        (_, i) =>
          `M${480 + ((i * 53) % 300)} ${180 + ((i * 97) % 380)}q${((i * 31) % 40) - 20} ${((i * 17) % 30) - 15} ${((i * 41) % 70) - 35} ${((i * 29) % 60) - 30}`,
      ).join(''),
      { stroke: dye.cobalt, 'stroke-width': 3.4 },
    ),
    path(
      Array.from({ length: 70 }, (_, i) => `M${520 + ((i * 61) % 290)} ${200 + ((i * 89) % 350)}q20 -10 30 20`).join(
        '',
      ),
      { stroke: tint(dye.cobalt, 0.5), 'stroke-width': 3 },
    ),
    ...[0, 1, 2].map((i) =>
      soft(
        `M${830 + i * 10} ${470 - i * 70}L${890 + i * 10} ${430 - i * 70}H${1130 + i * 6}L${1090 + i * 6} ${470 - i * 70}V${530 - i * 70}H${830 + i * 10}Z`,
        cloth('#7C86A4', 'camo', '#5E688A', '#9AA2B8', 0.5),
        { light: fallLight, width: 2.6 },
      ),
    ),
    path('M400 330h70m-20 -16l20 16l-20 16M790 400h60m-20 -16l20 16l-20 16', {
      stroke: colour.madder,
      'stroke-width': 7,
    }),
    place(
      all(
        solid('M-60 -30H60V30H-60Z', '#E2A72E', 2.4),
        thread('N', 0, 20, 52, '#22305F', 3),
        path('M60 -24l30 -18M62 0h34M60 24l28 16', { stroke: '#E2A72E', 'stroke-width': 2.4 }),
      ),
      230,
      640,
      1,
      -9,
    ),
    lettering('SHIRT', 250, 56, 18, { 'stroke-width': 2.4 }, 'middle'),
    lettering('FIBRE', 640, 56, 18, { 'stroke-width': 2.4 }, 'middle'),
    lettering('FELT', 980, 56, 18, { 'stroke-width': 2.4 }, 'middle'),
  );

const saree = () =>
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
    standing('retail-guest-relations', 880, 726, 1.04),
    lettering('5.5 M', 720, 60, 26, { stroke: dye.maroon, 'stroke-width': 3.6 }),
    path('M620 110H820M620 96v28M820 96v28', { stroke: dye.maroon, 'stroke-width': 3 }),
  );

const school = () =>
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

const survives = () =>
  all(
    ground('#C4CBBE'),
    ...[0, 1, 2].map((i) =>
      all(
        soft(
          outline([60 + i * 370, 150], [380 + i * 370, 140], [384 + i * 370, 560], [64 + i * 370, 570]),
          cloth(
            [dye.chambray, dye.khaki, dye.ecru][i] ?? dye.ecru,
            (['twill', 'herringbone', 'linen'] as const)[i] ?? 'twill',
            undefined,
            undefined,
            1.8,
          ),
          {
            width: 2.8,
            folds: [
              [90 + i * 370, 180, 84 + i * 370, 540, 16, 8],
              [350 + i * 370, 180, 352 + i * 370, 540, 16, -8],
            ],
          },
        ),
        el('circle', { cx: 222 + i * 370, cy: 350, r: 92, fill: '#fff', opacity: [0.12, 0.3, 0.55][i] }),
        path(`M${222 + i * 370} 258a92 92 0 1 0 .1 0`, {
          stroke: colour.madder,
          'stroke-width': 3.4,
          'stroke-dasharray': '12 8',
        }),
        lettering(
          ['POLY-COTTON', 'POLY-VISCOSE', 'COTTON'][i] ?? '',
          222 + i * 370,
          600,
          17,
          { 'stroke-width': 2.3 },
          'middle',
        ),
        lettering(
          ['40 000', '30 000', '15 000'][i] ?? '',
          222 + i * 370,
          640,
          22,
          { stroke: colour.madder, 'stroke-width': 3 },
          'middle',
        ),
      ),
    ),
    path('M40 60H1160', { stroke: ink, 'stroke-width': 24 }),
    path('M40 60H1160', { stroke: colour.steel, 'stroke-width': 18 }),
    ...[0, 1, 2].map((i) =>
      all(
        path(`M${222 + i * 370} 60V270`, { stroke: ink, 'stroke-width': 16 }),
        path(`M${222 + i * 370} 60V270`, { stroke: colour.steel, 'stroke-width': 11 }),
        solid(`M${172 + i * 370} 262h100v36h-100z`, '#3D4047', 2.4),
      ),
    ),
  );

const failFirst = () =>
  all(
    ground('#E9D9BC'),
    place(flatShirt(cloth(dye.white, 'stripe', '#AFC4D6', undefined, 1.2)), 520, 390, 1.4),
    ...[
      [474, 96],
      [180, 404],
      [704, 196],
      [424, 350],
    ].map(([x, y]) =>
      el('ellipse', {
        cx: Number(x),
        cy: Number(y),
        rx: 54,
        ry: 40,
        stroke: colour.madder,
        'stroke-width': 5,
        'stroke-dasharray': '18 7',
      }),
    ),
    note('COLLAR 41', 960, 96, 530, 96),
    note('ARMHOLE 17', 960, 230, 760, 206),
    note('PEN POCKET 12', 960, 400, 480, 356),
    note('CUFF 30', 960, 560, 236, 420),
    path('M560 560l20 -26m-6 -4l14 14M430 84q20 12 50 4', { stroke: ink, 'stroke-width': 3 }),
    place(shears(12), 150, 640, 0.5, 50),
  );

function pucker(): SvgNode {
  const navy = cloth(dye.navy, 'twill', undefined, undefined, 1.6);
  const folds = Array.from({ length: 22 }, (_, i) => {
    const a = (i / 22) * Math.PI * 2;
    const far = i % 2 ? 330 : 250;
    return [
      600 + Math.cos(a) * 180,
      370 + Math.sin(a) * 130,
      600 + Math.cos(a) * far * 1.5,
      370 + Math.sin(a) * far,
      18,
      8 * (i % 2 ? 1 : -1),
    ] as const;
  });
  return all(
    ground('#212C52', false),
    soft('M0 0H1200V750H0Z', navy, { light: plumpLight, folds }),
    path(folds.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join(''), {
      stroke: tint(dye.navy, 0.4),
      'stroke-width': 3,
      opacity: 0.6,
      transform: 'translate(6 4)',
    }),
    stitches('M600 220C790 220 800 520 600 520C400 520 410 220 600 220Z', '#A63A24', 9, '20 9'),
    thread('N&N', 600, 420, 170, '#E2A72E', 5),
    note('8 000 STITCHES', 960, 100, 720, 300, '#F4EDDF'),
    note('BACKING', 230, 640, 420, 480, '#F4EDDF'),
    place(
      all(
        path('M0 0L60 -150', { stroke: ink, 'stroke-width': 9 }),
        path('M1 -2L59 -148', { stroke: '#DADDDA', 'stroke-width': 5 }),
      ),
      800,
      330,
    ),
    path('M858 184C940 100 1050 220 1160 140', { stroke: '#E2A72E', 'stroke-width': 4 }),
  );
}

const swatchRow = (y: number) =>
  all(
    ...[fabric.white, fabric.linen, fabric.oat, fabric.clay, fabric.madder].map((material, i) =>
      place(swatch(material, 120, 90), 70 + i * 130, y, 1, (i % 3) * 3 - 3),
    ),
  );

const colourToFace = () =>
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

/** Covers of posts about uniforms, styling and the trade, by slug. */
export const uniformCovers: Readonly<Record<string, () => SvgNode>> = {
  'a-small-glossary-of-trims': trims,
  'a-specification-a-supplier-can-price': specification,
  'cloth-for-forty-two-degrees': heat,
  'five-symbols-and-a-tunnel-washer': fiveSymbols,
  'forecasting-the-reorder': forecasting,
  'four-stripes-on-a-sleeve': stripes,
  'high-visibility-class-on-the-label': hiVis,
  'how-flame-retardant-cloth-works': flameRetardant,
  'measuring-four-hundred-people': measuring,
  'nine-garments-for-a-working-week': nine,
  'one-colour-in-five-cloths': oneColour,
  'pockets-knees-and-the-seat-seam': pockets,
  'rainwear-for-the-monsoon': rain,
  'scrubs-and-the-hot-wash': hotWash,
  'sixty-days-on-twelve-people': sixtyDays,
  'size-ratios-before-the-names': ratios,
  'the-blazer-and-the-growing-child': blazer,
  'the-jacket-that-buttons-twice': chef,
  'the-last-day-of-a-uniform': lastDay,
  'the-saree-as-a-uniform': saree,
  'the-school-year-starts-in-march': school,
  'what-a-colour-does-to-a-face': colourToFace,
  'what-a-uniform-cloth-survives': survives,
  'where-shirts-fail-first': failFirst,
  'why-logos-pucker': pucker,
};
