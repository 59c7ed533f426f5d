import { outline } from '../core/curve';
import { lettering } from '../core/lettering';
import { colour, shade, tint } from '../core/palette';
import { labelTag, peg, solid, swatch } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { robe, roll } from '../furnishings/bath';
import { type BedOptions, bed, pillow, stack } from '../furnishings/bedding';
import { drape, fabric, fallLight, shadow, soft } from '../furnishings/cloth';
import {
  floor,
  lamp,
  patternPiece,
  pendant,
  picture,
  plant,
  skirting,
  sunlight,
  table,
  vase,
  vignette,
  wall,
} from '../furnishings/rooms';
import { armchair, bench, lounger, sofa } from '../furnishings/seating';
import {
  curtain,
  dressedWindow,
  outlook,
  pole,
  roman,
  rollerBlind,
  sheerPair,
  windowFrame,
} from '../furnishings/windows';
import { foldedShirt } from '../merchandise/tiles';
import { carton, paperWall, stacksOn } from './studio';
import { bolt } from './tools';

const ink = colour.ink;

/** Wall, skirting and floor of a room of 1600 by 1000 whose floor begins at `y`. */
export const shell = (
  color: string,
  ground: string,
  y = 740,
  kind: 'boards' | 'tiles' | 'carpet' = 'boards',
): SvgNode => all(wall(1600, y, color), floor(1600, y, 1000, ground, kind), skirting(1600, y, color, 34));

/** Upright panels let into the wall between two heights. */
export const panels = (x: number, y: number, w: number, h: number, n: number, color: string): SvgNode =>
  path(
    Array.from({ length: n }, (_, i) => `M${x + (i * w) / n + 14} ${y}h${w / n - 28}v${h}h${28 - w / n}z`).join(''),
    { stroke: shade(color, 0.3), 'stroke-width': 2, fill: tint(color, 0.25), 'fill-opacity': 0.4 },
  );

const rug = (x: number, y: number, rx: number, ry: number, color: string, edge: string): SvgNode =>
  all(
    el('ellipse', { cx: x, cy: y, rx, ry, fill: color, stroke: ink, 'stroke-width': 2 }),
    el('ellipse', {
      cx: x,
      cy: y,
      rx: rx - 16,
      ry: ry - 8,
      stroke: edge,
      'stroke-width': 4,
      'stroke-dasharray': '12 8',
    }),
  );

const night = (x: number, y: number, lampColor = '#F3E6C4'): SvgNode =>
  place(all(table(150, 130), place(lamp(190, lampColor, '#65755A'), 0, -130)), x, y);

const room = (options: BedOptions, x: number, y: number, scale: number): SvgNode => place(bed(options), x, y, scale);

const framed = (x: number, y: number, w: number, h: number, material: Cloth): SvgNode =>
  place(picture(w, h, place(swatch(material, w * 0.6, h * 0.6), -w * 0.3, -h * 0.3)), x, y);

/** A guest room at morning: made bed, sheers, a robe on its hook. */
const furnishingsHero = () =>
  all(
    shell('#DDE1D3', '#C3A67A'),
    place(windowFrame(430, 600, 'trees', 3, 2), 120, 70),
    place(sheerPair(560, 690), 60, 44),
    place(pole(640, '#A9814F'), 20, 44),
    sunlight(560, 90, 110, 190, 0.45),
    rug(960, 900, 560, 84, '#EFE6D0', '#8A9A7B'),
    room({ head: fabric.sage, runner: fabric.deepSage, cushion: fabric.brocade, trim: '#65755A' }, 960, 900, 1.5),
    night(1390, 860),
    path('M1440 150H1590V166H1440Z', { fill: colour.wood, stroke: ink, 'stroke-width': 2 }),
    place(peg(), 1510, 158),
    place(robe(fabric.terry, '#65755A'), 1510, 180, 0.62),
    place(plant(240), 110, 960),
    vignette(1600, 1000, '#20301E', 0.28),
  );

const furnishingsPromo = () =>
  all(
    shell('#C6CFB7', '#A98658', 700),
    panels(0, 60, 1600, 560, 6, '#C6CFB7'),
    room(
      {
        head: fabric.deepSage,
        board: 'tufted',
        runner: fabric.madder,
        cushion: fabric.palm,
        cover: fabric.linen,
        trim: '#A63A24',
      },
      760,
      960,
      1.86,
    ),
    night(190, 930),
    place(pillow(190, 160, fabric.indigo, { edge: 'tassel', trim: '#E2A72E' }), 1320, 640, 1, -8),
    place(bench(420, 130, fabric.oat), 1350, 950),
    place(
      stack(300, [
        [50, fabric.white, '#65755A'],
        [46, fabric.sage],
        [50, fabric.quilt],
      ]),
      1210,
      846,
    ),
    place(pendant(210, 50, '#A9814F'), 190, 0),
    vignette(1600, 1000, '#20301E', 0.3),
  );

/** Folded linen in four weights with a swatch book on top. */
const furnishingsAbout = () =>
  all(
    paperWall(1600, 640, '#E9E0CC'),
    sunlight(90, 60, 160, 210, 0.35),
    path('M0 620H1600V1000H0Z', { fill: '#B58E60' }),
    path('M0 620H1600M0 740H1600M0 870H1600', { stroke: ink, 'stroke-width': 2, opacity: 0.5 }),
    shadow(800, 870, 560, 60),
    place(
      stack(780, [
        [92, fabric.linen, '#65755A'],
        [84, fabric.sage],
        [96, fabric.white, '#A63A24'],
        [110, fabric.terry],
      ]),
      420,
      880,
      1,
    ),
    ...[fabric.madder, fabric.palm, fabric.oat, fabric.deepSage, fabric.stripe, fabric.brocade, fabric.clay].map(
      (material, i) => place(swatch(material, 300, 170), 700, 480, 1, -40 + i * 12 - 60),
    ),
    el('circle', { cx: 700, cy: 482, r: 16, fill: colour.brass, stroke: ink, 'stroke-width': 2.4 }),
    place(labelTag('LINEN / 4 WEIGHTS', '120 - 550 GSM'), 1010, 846, 1.6),
    place(vase(220, '#65755A'), 1400, 870),
    place(bolt(300, 56, fabric.indigo), 60, 850),
    place(bolt(250, 46, fabric.clay), 90, 752),
    vignette(1600, 1000, '#3A2A12', 0.3),
  );

const hotel = () =>
  all(
    shell('#D9C9B0', '#7E5F45', 720, 'carpet'),
    panels(480, 60, 1100, 580, 5, '#D9C9B0'),
    place(dressedWindow(430, 660, fabric.indigo, 'dusk', true, [24, '#E2A72E']), 30, 40),
    framed(930, 80, 210, 150, fabric.brocade),
    room(
      { head: fabric.indigo, runner: fabric.indigo, cushion: fabric.brocade, trim: '#E2A72E', board: 'tufted' },
      1030,
      930,
      1.56,
    ),
    night(560, 860, '#F6E3B0'),
    night(1500, 860, '#F6E3B0'),
    vignette(1600, 1000, '#20140A', 0.42),
  );

function umbrella(x: number, y: number, k: number, material: Cloth): SvgNode {
  return place(
    all(
      solid('M-6 -520H6V0H-6Z', colour.wood, 2),
      soft(
        'M-260 -420Q-140 -540 0 -560Q140 -540 260 -420Q195 -440 130 -416Q65 -440 0 -414Q-65 -440 -130 -416Q-195 -440 -260 -420Z',
        material,
        { light: fallLight, seams: 'M0 -560Q-90 -500 -130 -416M0 -560Q90 -500 130 -416M0 -560V-414', width: 2.6 },
      ),
    ),
    x,
    y,
    k,
  );
}

const palmTree = (x: number, y: number, h: number): SvgNode =>
  place(
    all(
      path(outline([-10, 0], [-4, -h * 0.5, 's'], [12, -h], [22, -h], [10, -h * 0.5, 's'], [12, 0]), {
        fill: '#A98658',
        stroke: ink,
        'stroke-width': 2,
      }),
      path(
        Array.from({ length: 9 }, (_, i) => {
          const a = (-105 + i * 26) * (Math.PI / 180);
          const r = h * 0.52;
          const px = 17 + Math.sin(a) * r;
          const py = -h - Math.cos(a) * r * 0.62 + Math.abs(Math.sin(a)) * r * 0.3;
          return `M17 ${-h}Q${17 + Math.sin(a) * r * 0.5} ${-h - r * 0.5} ${px} ${py}Q${17 + Math.sin(a) * r * 0.6} ${-h - r * 0.2} 17 ${-h}Z`;
        }).join(''),
        { fill: '#65755A', stroke: ink, 'stroke-width': 1.8 },
      ),
    ),
    x,
    y,
  );

const terrace = () =>
  all(
    place(outlook(1600, 620, 'sea'), 0, 0),
    palmTree(120, 640, 430),
    palmTree(1450, 640, 360),
    floor(1600, 620, 1000, '#D2B88E'),
    path('M0 596H1600V620H0Z', { fill: '#8FA183', stroke: ink, 'stroke-width': 2 }),
    umbrella(480, 800, 0.95, fabric.awning),
    umbrella(1240, 780, 0.9, fabric.awning),
    place(lounger(fabric.stripe), 700, 850, 1.2),
    place(lounger(fabric.stripe), 1250, 940, 1.3),
    place(table(120, 90), 420, 900),
    place(roll(26, fabric.terry, 30), 400, 810),
    place(roll(26, fabric.terrySage, 30), 446, 810),
    path('M250 380Q800 300 1400 390', { stroke: ink, 'stroke-width': 2 }),
    ...[340, 520, 700, 880, 1060, 1240].map((x) =>
      el('circle', {
        cx: x,
        cy: 352 + Math.abs(x - 800) * 0.03,
        r: 9,
        fill: '#F6E3A8',
        stroke: ink,
        'stroke-width': 1.6,
      }),
    ),
    vignette(1600, 1000, '#1B3A3E', 0.26),
  );

const apartment = () =>
  all(
    shell('#E4DCC8', '#B98F5E'),
    place(windowFrame(560, 420, 'trees', 4, 2), 180, 110),
    ...[0, 1].map((i) => place(roman(270, 170 + i * 60, fabric.stripe, 3), 186 + i * 278, 104)),
    framed(900, 130, 170, 210, fabric.palm),
    framed(1100, 130, 170, 210, fabric.indigo),
    framed(1300, 130, 170, 210, fabric.clay),
    rug(800, 900, 620, 80, '#D5DBC8', '#65755A'),
    place(
      sofa(fabric.oat, {
        seats: 3,
        seat: 200,
        trim: '#65755A',
        cushions: [
          place(pillow(140, 124, fabric.deepSage, { edge: 'piping', trim: '#F3ECDC' }), -230, -156, 1, -8),
          place(pillow(130, 110, fabric.clay), 220, -152, 1, 8),
        ],
      }),
      700,
      870,
      1.25,
    ),
    place(armchair(fabric.deepSage, fabric.palm), 1340, 900, 1.2),
    place(table(320, 90), 800, 970),
    place(vase(110), 760, 880),
    place(plant(330), 110, 880),
    place(pendant(120, 56, '#A9814F'), 1010, 0),
    vignette(1600, 1000, '#2A1E10', 0.28),
  );

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

const ward = (curtainCloth: Cloth, blanket: Cloth, color: string) =>
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

const lounge = (material: Cloth, second: Cloth, color: string) =>
  all(
    shell(color, '#6E4F36', 720),
    panels(0, 70, 1600, 560, 7, color),
    place(solid('M0 0H560V420H0Z', '#7A5636', 2.6), 520, 200),
    place(
      stacksOn([
        [120, 14, { base: '#A63A24' }, { base: '#22305F' }, { base: '#65755A' }],
        [100, 16, { base: '#C9B78F' }, { base: '#6F2431' }],
        [130, 14, { base: '#2C5A4B' }, { base: '#E2A72E' }, { base: '#3D4047' }, { base: '#A63A24' }],
        [90, 16, { base: '#22305F' }, { base: '#C9B78F' }],
      ]),
      544,
      340,
    ),
    path('M526 340H1074M526 470H1074', { stroke: ink, 'stroke-width': 7 }),
    place(vase(90), 620, 470),
    place(lamp(110), 980, 470),
    ...[160, 330, 1190, 1360].map((x, i) =>
      framed(x, 120 + (i % 2) * 30, 130, 170, [material, fabric.brocade, second, fabric.palm][i] ?? material),
    ),
    rug(800, 900, 700, 84, '#C9B48C', '#A63A24'),
    place(armchair(material, second), 330, 890, 1.5),
    place(armchair(second, material), 1270, 890, 1.5),
    place(sofa(fabric.hide, { seats: 2, seat: 190, trim: '#E2A72E' }), 800, 830, 1.05),
    place(table(260, 84, '#8A6238'), 800, 950),
    place(vase(80, '#A63A24'), 800, 866),
    place(pendant(150, 60, '#A9814F'), 800, 0),
    place(lamp(330), 1540, 850),
    vignette(1600, 1000, '#160C06', 0.46),
  );

const canopy = () =>
  all(
    shell('#B9A98C', '#7A5636', 730),
    panels(0, 70, 1600, 560, 6, '#B9A98C'),
    room(
      {
        head: fabric.madder,
        board: 'tufted',
        runner: fabric.brocade,
        cushion: fabric.madder,
        cover: fabric.white,
        trim: '#A63A24',
      },
      800,
      930,
      1.5,
    ),
    ...[330, 1250].map((x) => solid(`M${x} 90h22V900h-22z`, '#7A5636', 2.6)),
    place(curtain(170, 800, fabric.linen, 'left', { seed: 2, border: [20, '#A63A24'] }), 346, 110),
    place(curtain(170, 800, fabric.linen, 'right', { seed: 7, border: [20, '#A63A24'] }), 1086, 110),
    place(
      drape(
        [
          [0, 0, 960],
          [90, -4, 964],
        ],
        15,
        fabric.linen,
        { hem: 14, border: [14, '#A63A24'] },
      ),
      320,
      84,
    ),
    solid('M306 62H1296V92H306Z', '#7A5636', 2.6),
    place(dressedWindow(230, 620, fabric.madder, 'dusk'), 30, 80),
    place(lamp(330, '#F6E3B0'), 1470, 920),
    place(bench(300, 100, fabric.brocade), 800, 985),
    vignette(1600, 1000, '#20100A', 0.44),
  );

const seaRoom = () =>
  all(
    shell('#E6EAE2', '#D8C7A4'),
    place(windowFrame(760, 600, 'sea', 4, 1), 120, 80),
    place(sheerPair(880, 700), 60, 40),
    place(pole(960, '#D9B884'), 20, 40),
    sunlight(160, 770, 150, 100, 1.1),
    room(
      { head: fabric.linen, board: 'plain', cover: fabric.white, runner: fabric.stripe, trim: '#7FA9AE', skirt: false },
      1080,
      930,
      1.5,
    ),
    place(lamp(220), 1540, 870),
    place(table(110, 120), 1540, 980),
    place(plant(300), 120, 940),
    vignette(1600, 1000, '#1B3A3E', 0.22),
  );

const studioFlat = () =>
  all(
    shell('#DDE0D2', '#B08A5C'),
    place(windowFrame(300, 380, 'sky', 2, 2), 130, 120),
    place(roman(300, 250, fabric.awning), 130, 112),
    place(windowFrame(300, 380, 'sky', 2, 2), 500, 120),
    place(roman(300, 180, fabric.awning), 500, 112),
    solid('M900 90H1560V720H900Z', '#C7B48F', 2.4),
    path('M1230 90V720M1210 380v60M1250 380v60', { stroke: ink, 'stroke-width': 3 }),
    place(
      sofa(fabric.indigo, {
        seats: 3,
        seat: 180,
        cushions: [
          place(pillow(130, 120, fabric.stripe), -200, -154, 1, -8),
          place(pillow(120, 110, fabric.madder), 190, -150, 1, 7),
        ],
      }),
      560,
      880,
      1.2,
    ),
    rug(620, 930, 520, 64, '#EFE6D0', '#22305F'),
    place(table(260, 150), 1280, 900),
    place(lamp(180), 1350, 750),
    place(
      stack(120, [
        [24, fabric.white],
        [24, fabric.stripe],
        [24, fabric.indigo],
      ]),
      1180,
      750,
    ),
    place(plant(260), 960, 880),
    vignette(1600, 1000, '#20301E', 0.3),
  );

const pool = () => {
  const ripples = Array.from(
    { length: 34 },
    (_, i) => `M${(i * 131) % 1560} ${800 + (i % 8) * 24}q24 -10 48 0t48 0`,
  ).join('');
  return all(
    place(outlook(1600, 560, 'sky'), 0, 0),
    palmTree(1380, 580, 440),
    palmTree(240, 580, 340),
    floor(1600, 540, 780, '#E0CFA9', 'tiles'),
    umbrella(360, 690, 0.8, fabric.awning),
    umbrella(1120, 690, 0.8, fabric.awning),
    ...[250, 640, 1030, 1400].map((x, i) => place(lounger(i % 2 ? fabric.stripe : fabric.awning), x, 730, 0.86)),
    solid('M0 760H1600V786H0Z', '#F6F0E2', 2.4),
    path('M0 786H1600V1000H0Z', { fill: '#7FB3B6' }),
    path(ripples, { stroke: '#fff', 'stroke-width': 5, opacity: 0.6 }),
    vignette(1600, 1000, '#123A3E', 0.24),
  );
};

const aboutFurnishings = () =>
  all(
    shell('#D8CDB2', '#A98658'),
    place(dressedWindow(470, 680, fabric.deepSage, 'trees', true, [26, '#C9B78F']), 1090, 40),
    room(
      { head: fabric.oat, runner: fabric.palm, cushion: fabric.deepSage, board: 'channels', trim: '#65755A' },
      560,
      930,
      1.58,
    ),
    night(80, 880),
    framed(480, 70, 160, 110, fabric.indigo),
    place(armchair(fabric.palm, fabric.deepSage), 1330, 950, 1.1),
    sunlight(900, 780, 90, 70, 0.9),
    vignette(1600, 1000, '#2A1E10', 0.3),
  );

/** Folded linen, curtain cloth and boxed uniforms side by side on one worktable. */
const generic = () =>
  all(
    paperWall(1600, 660, '#DDE0D0'),
    place(
      drape(
        [
          [0, 0, 300],
          [560, -8, 308],
        ],
        10,
        fabric.sage,
        { hem: 8 },
      ),
      640,
      60,
    ),
    place(pole(380, '#8A6238'), 600, 56),
    ...[0, 1].map((i) => place(patternPiece(i ? 'BACK' : 'FRONT'), 1120 + i * 200, 240, 1.5, i * 5 - 3)),
    path('M0 640H1600V1000H0Z', { fill: '#B58E60' }),
    path('M0 640H1600M0 760H1600M0 890H1600', { stroke: ink, 'stroke-width': 2, opacity: 0.5 }),
    place(
      stack(330, [
        [56, fabric.white, '#65755A'],
        [50, fabric.sage],
        [56, fabric.linen],
        [52, fabric.white, '#A63A24'],
      ]),
      110,
      860,
    ),
    place(
      drape(
        [
          [0, 0, 330],
          [120, -10, 340],
          [210, -24, 352],
        ],
        7,
        fabric.sage,
        { hem: 8, seed: 4 },
      ),
      620,
      640,
    ),
    place(bolt(330, 56, fabric.madder), 640, 900),
    place(carton(420, 240, 'UNIFORMS 24', '#D9C3A0'), 1100, 900),
    place(foldedShirt(), 1240, 600, 0.9, -4),
    place(foldedShirt(cloth('#2C3D74', 'twill'), '#FBF8F1'), 1450, 610, 0.85, 5),
    lettering('LINEN', 250, 900, 16, { 'stroke-width': 2 }, 'middle'),
    lettering('CURTAIN', 790, 980, 16, { 'stroke-width': 2 }, 'middle'),
    lettering('UNIFORM', 1310, 940, 16, { 'stroke-width': 2 }, 'middle'),
    vignette(1600, 1000, '#2A1E10', 0.28),
  );

/** Furnished rooms by file name. */
export const roomScenes: Readonly<Record<string, () => SvgNode>> = {
  'furnishings-hero': furnishingsHero,
  'furnishings-about': furnishingsAbout,
  'furnishings-promo': furnishingsPromo,
  'about-furnishings': aboutFurnishings,
  'generic-layout': generic,
  'industries-1': hotel,
  'industries-2': terrace,
  'industries-3': apartment,
  'industries-4': () => ward(cloth('#7FA9AE', 'linen'), cloth('#A9C3C0', 'knit'), '#DDE6E0'),
  'industries-5': () => lounge(cloth('#2C5A4B', 'leather'), fabric.brocade, '#8E7A5C'),
  'crafted-1': canopy,
  'crafted-2': seaRoom,
  'crafted-3': studioFlat,
  'crafted-4': () => ward(fabric.sage, cloth('#E0C9A8', 'knit'), '#E9E4D6'),
  'crafted-5': () => lounge(fabric.indigo, fabric.clay, '#C9BBA0'),
  'crafted-6': pool,
};
