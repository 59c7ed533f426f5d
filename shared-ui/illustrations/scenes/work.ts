import { colour, dye, shade } from '../core/palette';
import { labelTag, solid, swatch } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { crest } from '../furnishings/bath';
import { fabric, shadow } from '../furnishings/cloth';
import { floor, pendant, picture, plant, skirting, sunlight, vignette, wall } from '../furnishings/rooms';
import { outlook, pole, curtain, windowFrame } from '../furnishings/windows';
import { foldedShirt } from '../merchandise/tiles';
import { type Hung, hungRow } from './hung';
import { footOf, outfit } from './outfit';
import { shell, panels } from './rooms';
import { cupboard, paperWall, piece, pinned, railStand, shaft, stacksOn } from './studio';
import { mirror } from './tools';

const ink = colour.ink;

/** Outfits side by side on their forms, feet on the floor at `y`; each `[name, x, scale]`. */
const row = (y: number, ...list: readonly (readonly [string, number, number])[]): SvgNode =>
  all(
    ...list.flatMap(([, x, k]) => shadow(x + 10, y + 4, 190 * k, 26 * k)),
    ...list.map(([name, x, k]) => place(outfit(name), x, y - footOf(name) * k, k)),
  );

/** A kitchen: white tiles, a steel pass, copper pans. */
const kitchen = () =>
  all(
    wall(1600, 720, '#E4E6DE'),
    path(
      Array.from(
        { length: 12 },
        (_, r) =>
          `M0 ${r * 60}H1600${Array.from({ length: 14 }, (_, c) => `M${c * 120 + (r % 2) * 60} ${r * 60}v60`).join('')}`,
      ).join(''),
      { stroke: '#fff', 'stroke-width': 3 },
    ),
    floor(1600, 720, 1000, '#B9B3A5', 'tiles'),
    path('M840 90H1560', { stroke: ink, 'stroke-width': 12 }),
    path('M840 90H1560', { stroke: colour.steel, 'stroke-width': 8 }),
    ...[900, 1040, 1180, 1320, 1460].map((x, i) =>
      all(
        path(`M${x} 90v70`, { stroke: ink, 'stroke-width': 5 }),
        el('circle', {
          cx: x,
          cy: 200 + (i % 2) * 10,
          r: 40 + (i % 3) * 10,
          fill: '#B5703E',
          stroke: ink,
          'stroke-width': 3,
        }),
        el('circle', {
          cx: x,
          cy: 200 + (i % 2) * 10,
          r: 30 + (i % 3) * 10,
          stroke: shade('#B5703E', 0.4),
          'stroke-width': 2,
        }),
      ),
    ),
    solid(
      'M880 480H1600V720H880Z',
      '#B8C0BF',
      2.6,
      path('M890 520H1590M890 600H1590', { stroke: ink, 'stroke-width': 2, opacity: 0.5 }),
    ),
    solid('M860 456H1600V484H860Z', '#DCE2E0', 2.4),
    shaft('M0 300L360 720L620 1000H0Z', 0.25),
  );

const work1 = () =>
  all(
    kitchen(),
    row(
      968,
      ['hospitality-chefs', 420, 1.03],
      ['hospitality-f-and-b', 800, 0.96],
      ['hospitality-house-keeping', 1160, 0.96],
    ),
    vignette(1600, 1000, '#16343A', 0.3),
  );

const hiVis: readonly Hung[] = [
  {
    material: cloth(dye.flare, 'twill'),
    collar: 'shirt',
    tape: dye.silver,
    bands: [2, dye.silver],
    length: 344,
    under: cloth(dye.navy, 'twill'),
  },
  { material: cloth(dye.navy, 'twill'), collar: 'shirt', tape: dye.beacon, length: 400 },
  { material: cloth(dye.beacon, 'twill'), collar: 'hood', tape: dye.silver, bands: [1, dye.silver], length: 340 },
  { material: cloth(dye.slate, 'denim'), collar: 'shirt', length: 420, buttons: colour.brass },
  { material: cloth(dye.olive, 'twill'), collar: 'shirt', tape: dye.silver, length: 400 },
];

/** A factory bay: steel trusses, north light, lockers. */
const plantHall = () =>
  all(
    wall(1600, 720, '#D3D5CC'),
    ...[100, 500, 900, 1300].map((x) => place(windowFrame(320, 190, 'sky', 4, 2, '#8A9296'), x - 40, 60)),
    path('M0 290H1600M0 310H1600' + Array.from({ length: 20 }, (_, i) => `M${i * 84} 310l42 -20l42 20`).join(''), {
      stroke: ink,
      'stroke-width': 5,
    }),
    floor(1600, 720, 1000, '#A5A296', 'carpet'),
    path('M0 800H1600M0 812H1600', { stroke: colour.marigold, 'stroke-width': 8 }),
    place(pendant(360, 50, '#3D4047'), 300, 0),
    place(pendant(360, 50, '#3D4047'), 1420, 0),
  );

const work2 = () =>
  all(
    plantHall(),
    place(railStand(880, 560), 90, 880),
    place(hungRow(10, 84, 0, 1.08, hiVis), 150, 324),
    row(972, ['industrial-welders', 1230, 1.08]),
    place(labelTag('FR 350 GSM', '50 WASHES'), 1440, 420, 1.6),
    vignette(1600, 1000, '#20201A', 0.34),
  );

/** A departure hall: a wall of glass, the tail of an aeroplane beyond. */
const terminal = () =>
  all(
    place(outlook(1600, 700, 'sky'), 0, 0),
    path('M700 620L980 620L1130 300L1250 300L1190 620L1600 600V680H560Q600 630 700 620Z', {
      fill: '#F4EDDF',
      stroke: ink,
      'stroke-width': 3,
    }),
    path('M1064 440L1220 440L1250 300L1130 300Z', { fill: '#22305F', stroke: ink, 'stroke-width': 2.4 }),
    place(crest('#E2A72E'), 1160, 376, 1.1),
    path(Array.from({ length: 7 }, (_, i) => `M${i * 266} 0V700`).join('') + 'M0 200H1600', {
      stroke: ink,
      'stroke-width': 12,
    }),
    path(Array.from({ length: 7 }, (_, i) => `M${i * 266} 0V700`).join('') + 'M0 200H1600', {
      stroke: '#B8C0BF',
      'stroke-width': 7,
    }),
    floor(1600, 700, 1000, '#C9C2B0', 'tiles'),
    shaft('M120 700H420L720 1000H260Z', 0.35),
    shaft('M640 700H900L1280 1000H900Z', 0.3),
  );

const work3 = () =>
  all(
    terminal(),
    row(970, ['aviation-cabin-crew', 480, 1.0], ['aviation-pilots', 820, 1.03], ['aviation-ground-staff', 1180, 0.96]),
    vignette(1600, 1000, '#15183A', 0.3),
  );

const scrubs = ['#4C8B76', '#7391AE', '#93A386', '#6F2431', '#2C3D74', '#BCD3C2', '#5C3453', '#AFC4D6'];

/** Scrubs folded and sorted by department colour. */
const work4 = () =>
  all(
    shell('#DDE6E0', '#CFC9B8', 800, 'tiles'),
    place(cupboard(1000, 640, [150, 300, 450], '#EDE4D0', '#C9D3CC'), 520, 860),
    ...[0, 1, 2].map((r) =>
      place(
        stacksOn(
          [0, 1, 2, 3].map((c) => {
            const material = cloth(scrubs[(r * 3 + c) % scrubs.length] ?? '#4C8B76', 'linen');
            return [205, 23, material, material, material, material] as const;
          }),
          26,
        ),
        552,
        860 - 150 - r * 150,
      ),
    ),
    place(
      stacksOn(
        [0, 1, 2, 3].map((c) => {
          const material = cloth(scrubs[(c + 5) % scrubs.length] ?? '#4C8B76', 'linen');
          return [205, 24, material, material, material] as const;
        }),
        26,
      ),
      552,
      840,
    ),
    ...['OT', 'WARD', 'LAB', 'ICU'].map((name, i) => place(labelTag(name), 660 + i * 230, 719, 1.5)),
    row(974, ['healthcare-nurses', 240, 1.08]),
    sunlight(60, 80, 110, 170, 0.4),
    vignette(1600, 1000, '#16343A', 0.28),
  );

const work5 = () =>
  all(
    shell('#EADFC8', '#B98F5E'),
    panels(40, 60, 560, 600, 2, '#EADFC8'),
    place(curtain(250, 680, fabric.indigo, 'right', { border: [18, '#E2A72E'] }), 1300, 66),
    place(curtain(130, 680, fabric.indigo, undefined, { border: [18, '#E2A72E'], seed: 8 }), 980, 66),
    place(mirror(170, 520), 1210, 840),
    place(pole(620, '#8A6238'), 960, 62),
    row(
      972,
      ['retail-floor-staff', 330, 1.14],
      ['retail-corporate-executives', 680, 1.18],
      ['retail-managers', 1010, 1.13],
    ),
    place(plant(260), 90, 960),
    vignette(1600, 1000, '#2A1E10', 0.3),
  );

/** A classroom wall: blackboard, bunting of swatches, wooden floor. */
const classroom = () =>
  all(
    shell('#E6E2CC', '#B98F5E'),
    solid('M240 90H1360V470H240Z', colour.wood, 2.8),
    path('M262 112H1338V448H262Z', { fill: '#2C4A40', stroke: ink, 'stroke-width': 2 }),
    path(
      'M330 220C420 160 480 280 570 210M640 190h220M640 230h160M960 180v160h220M960 340l60 -60 60 30 90 -100M340 330h180M340 370h120M620 330a50 50 0 1 0 .1 0',
      { stroke: '#F4EDDF', 'stroke-width': 4, opacity: 0.7 },
    ),
    ...[...Array(9)].map((_, i) =>
      place(
        swatch(
          [fabric.madder, fabric.indigo, fabric.oat, fabric.deepSage, cloth(dye.marigold)][i % 5] ?? fabric.oat,
          40,
          44,
        ),
        300 + i * 116,
        26 + (i % 2) * 8,
        1,
        i % 2 ? 6 : -5,
      ),
    ),
    path('M200 20Q800 60 1400 20', { stroke: ink, 'stroke-width': 2 }),
    place(windowFrame(150, 330, 'trees', 1, 3), 50, 120),
    place(windowFrame(150, 330, 'trees', 1, 3), 1410, 120),
  );

const work6 = () =>
  all(
    classroom(),
    row(
      972,
      ['education-kindergarten', 330, 0.89],
      ['education-primary', 640, 0.98],
      ['education-middle', 970, 1.08],
      ['education-high-school', 1310, 1.18],
    ),
    vignette(1600, 1000, '#2A1E10', 0.26),
  );

/** A hotel lobby: arches, a desk, keys, lamps. */
const lobby = () =>
  all(
    shell('#D8C7A6', '#8E6B49', 730, 'tiles'),
    ...[200, 700, 1200].map((x) =>
      all(
        path(`M${x} 730V300A150 150 0 0 1 ${x + 300} 300V730Z`, { fill: '#B9A379', stroke: ink, 'stroke-width': 3 }),
        path(`M${x + 26} 730V306A124 124 0 0 1 ${x + 274} 306V730Z`, {
          fill: '#E9D9AE',
          stroke: ink,
          'stroke-width': 2,
        }),
      ),
    ),
    place(outlook(246, 420, 'dusk'), 227, 310),
    place(pendant(150, 60, '#A63A24'), 600, 0),
    place(pendant(150, 60, '#A63A24'), 1100, 0),
    solid('M640 560H1060V740H640Z', '#6E4A2E', 2.8),
    solid('M620 536H1080V566H620Z', '#E9E0CC', 2.6),
    path('M660 590h110v120h-110zM796 590h110v120h-110zM932 590h110v120h-110z', {
      stroke: colour.brass,
      'stroke-width': 3,
    }),
    path('M1020 536a22 22 0 0 0 -44 0z', { fill: colour.brass, stroke: ink, 'stroke-width': 2 }),
    place(plant(300), 90, 900),
    place(plant(300), 1510, 900),
  );

const project1 = () =>
  all(
    lobby(),
    row(
      974,
      ['hospitality-management', 330, 1.03],
      ['hospitality-chefs', 850, 1.03],
      ['hospitality-f-and-b', 1270, 1.0],
    ),
    vignette(1600, 1000, '#20140A', 0.36),
  );

const lockers = () =>
  all(
    wall(1600, 760, '#C5CBC2'),
    floor(1600, 760, 1000, '#A29C8C', 'tiles'),
    ...[...Array(9)].map((_, i) =>
      all(
        solid(`M${i * 178} 120h172v640h-172z`, i % 3 === 1 ? '#7F9176' : '#93A386', 2.4),
        path(`M${i * 178 + 40} 160h92M${i * 178 + 40} 180h92M${i * 178 + 40} 200h92M${i * 178 + 148} 430v50`, {
          stroke: ink,
          'stroke-width': 4,
          opacity: 0.7,
        }),
        solid(`M${i * 178 + 56} 250h60v34h-60z`, '#F4EDDF', 1.6),
      ),
    ),
    path('M0 120H1600', { stroke: ink, 'stroke-width': 5 }),
  );

const project2 = () =>
  all(
    lockers(),
    row(
      972,
      ['industrial-production-floor-operators', 360, 1.03],
      ['industrial-maintenance', 740, 1.03],
      ['industrial-outdoor-cold-zone-staff', 1140, 1.03],
    ),
    path('M80 940H1520', { stroke: colour.marigold, 'stroke-width': 10, 'stroke-dasharray': '50 26', opacity: 0.9 }),
    vignette(1600, 1000, '#20201A', 0.34),
  );

const crewRail: readonly Hung[] = [
  { material: cloth(dye.navy, 'twill'), bands: [4, colour.marigold], buttons: colour.brass },
  { material: cloth(dye.white, 'twill'), collar: 'shirt', sleeve: 'short', length: 322, trim: dye.white },
  { material: cloth(dye.madder, 'twill'), buttons: colour.brass, length: 330 },
  { material: cloth(dye.navy, 'twill'), bands: [2, colour.marigold], buttons: colour.brass, length: 340 },
  { material: cloth(dye.sky, 'linen'), collar: 'shirt', trim: dye.white, length: 326 },
  { material: cloth(dye.madder, 'twill'), collar: 'stand', trim: colour.marigold, length: 400 },
];

const project3 = () =>
  all(
    terminal(),
    place(railStand(700, 560), 820, 890),
    place(hungRow(8, 82, 0, 1.08, crewRail), 884, 334),
    row(974, ['aviation-cabin-crew', 330, 1.06], ['aviation-lounge-and-hospitality', 630, 0.99]),
    vignette(1600, 1000, '#15183A', 0.34),
  );

const hospital = () =>
  all(
    shell('#DDE6E0', '#CFC9B8', 740, 'tiles'),
    path('M0 520H1600V548H0Z', { fill: '#7FA9AE', stroke: ink, 'stroke-width': 2 }),
    ...[80, 620, 1160].map((x) =>
      all(
        solid(`M${x} 180h340v560h-340z`, '#EDE4D0', 2.6),
        path(`M${x + 170} 180v560`, { stroke: ink, 'stroke-width': 2.4 }),
        path(`M${x + 40} 230h90v190h-90zM${x + 210} 230h90v190h-90z`, {
          fill: '#BFD9E0',
          stroke: ink,
          'stroke-width': 2,
        }),
        path(`M${x + 156} 470v60M${x + 184} 470v60`, { stroke: ink, 'stroke-width': 6 }),
      ),
    ),
    path('M770 70h60v34h34v60h-34v34h-60v-34h-34v-60h34z', {
      fill: '#3F8684',
      stroke: ink,
      'stroke-width': 2.4,
      transform: 'translate(110 30) scale(.86)',
    }),
  );

const project4 = () =>
  all(
    hospital(),
    row(
      972,
      ['healthcare-doctors', 330, 1.15],
      ['healthcare-ot-staff', 660, 1.13],
      ['healthcare-nurses', 980, 1.13],
      ['healthcare-lab-technicians', 1300, 1.15],
    ),
    vignette(1600, 1000, '#16343A', 0.28),
  );

const shop = () =>
  all(
    shell('#E9E0CC', '#A98658'),
    place(cupboard(520, 560, [140, 280, 420], colour.wood), 1040, 760),
    place(
      stacksOn([
        [150, 22, fabric.indigo, fabric.sage, fabric.oat],
        [150, 22, fabric.madder, fabric.white],
        [130, 22, fabric.clay, fabric.white, fabric.clay],
      ]),
      1066,
      620,
    ),
    place(
      stacksOn([
        [150, 22, fabric.white, fabric.white, fabric.sage],
        [150, 22, fabric.oat, fabric.indigo],
        [130, 22, fabric.white],
      ]),
      1066,
      480,
    ),
    place(
      stacksOn([
        [150, 22, fabric.stripe, fabric.white],
        [150, 22, fabric.deepSage, fabric.oat, fabric.white],
      ]),
      1066,
      340,
    ),
    place(foldedShirt(), 1140, 690, 0.5),
    ...[160, 420].map((x, i) => place(picture(200, 260, place(piece(i ? 'sleeve' : 'front'), 0, 0, 0.8)), x, 110)),
    place(pendant(160, 56, '#22305F'), 330, 0),
    place(pendant(160, 56, '#22305F'), 780, 0),
  );

const project5 = () =>
  all(
    shop(),
    row(
      974,
      ['retail-floor-staff', 300, 1.18],
      ['retail-guest-relations', 640, 1.18],
      ['retail-event-crew', 960, 1.15],
    ),
    vignette(1600, 1000, '#2A1E10', 0.3),
  );

const schoolRail: readonly Hung[] = [
  { material: cloth(dye.maroon, 'twill'), buttons: colour.brass, length: 300 },
  { material: cloth(dye.sky, 'gingham', dye.chambray), collar: 'shirt', sleeve: 'short', length: 330, trim: dye.white },
  {
    material: cloth(dye.white, 'linen'),
    collar: 'shirt',
    sleeve: 'short',
    length: 290,
    trim: dye.white,
    pocket: false,
  },
  { material: cloth(dye.navy, 'knit'), collar: 'round', trim: colour.marigold, length: 280, pocket: false },
  {
    material: cloth(dye.bottle, 'tartan', dye.navy, dye.marigold),
    collar: 'round',
    sleeve: 'none',
    length: 340,
    pocket: false,
  },
];

const project6 = () =>
  all(
    paperWall(1600, 740, '#EFE4CC'),
    floor(1600, 740, 1000, '#B98F5E'),
    skirting(1600, 740, '#E4D6B8', 30),
    sunlight(80, 60, 120, 190, 0.4),
    ...[700, 920].map((x, i) => place(pinned(piece(i ? 'back' : 'front')), x, 130, 0.7, i * 5 - 3)),
    place(railStand(640, 520), 880, 880),
    place(hungRow(7, 84, 0, 1.04, schoolRail), 946, 364),
    row(972, ['education-primary', 260, 1.03], ['education-high-school', 600, 1.2]),
    vignette(1600, 1000, '#3A2A12', 0.3),
  );

/** Uniforms in the places that they were made for, by file name. */
export const workScenes: Readonly<Record<string, () => SvgNode>> = {
  'work-1': work1,
  'work-2': work2,
  'work-3': work3,
  'work-4': work4,
  'work-5': work5,
  'work-6': work6,
  'project-1': project1,
  'project-2': project2,
  'project-3': project3,
  'project-4': project4,
  'project-5': project5,
  'project-6': project6,
};
