import { colour, dye } from '../core/palette';
import { all, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { floor, skirting, sunlight, vignette } from '../furnishings/rooms';
import { type Hung, hungRow } from './props/hung';
import { row } from './props/row';
import { paperWall, piece, pinned, railStand } from './props/studio';
import { lobby, shop, terminal } from './rooms/settings-public';
import { hospital, lockers } from './rooms/settings-work';

export const project1 = () =>
  all(
    lobby(),
    row(
      974,
      ['hospitality-management', 330, 1.03],
      ['hospitality-commis', 850, 1.03, 'three-quarter'],
      ['hospitality-f-and-b', 1270, 1.0],
    ),
    vignette(1600, 1000, '#20140A', 0.36),
  );

export const project2 = () =>
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

export const project3 = () =>
  all(
    terminal(),
    place(railStand(700, 560), 820, 890),
    place(hungRow(8, 82, 0, 1.08, crewRail), 884, 334),
    row(974, ['aviation-cabin-crew', 330, 1.06], ['aviation-lounge-and-hospitality', 630, 0.99]),
    vignette(1600, 1000, '#15183A', 0.34),
  );

export const project4 = () =>
  all(
    hospital(),
    row(
      972,
      ['healthcare-doctors', 340, 1.15, 'three-quarter'],
      ['healthcare-ot-staff', 660, 1.13],
      ['healthcare-nurses', 980, 1.13],
      ['healthcare-lab-technicians', 1300, 1.15],
    ),
    vignette(1600, 1000, '#16343A', 0.28),
  );

export const project5 = () =>
  all(
    shop(),
    row(
      974,
      ['retail-floor-staff', 310, 1.18, 'three-quarter'],
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

export const project6 = () =>
  all(
    paperWall(1600, 740, '#EFE4CC'),
    floor(1600, 740, 1000, '#B98F5E'),
    skirting(1600, 740, '#E4D6B8', 30),
    sunlight(80, 60, 120, 190, 0.4),
    ...[700, 920].map((x, i) => place(pinned(piece(i ? 'back' : 'front')), x, 130, 0.7, i * 5 - 3)),
    place(railStand(640, 520), 880, 880),
    place(hungRow(7, 84, 0, 1.04, schoolRail), 946, 364),
    row(972, ['education-primary', 260, 1.03], ['education-high-school', 600, 1.2, 'three-quarter']),
    vignette(1600, 1000, '#3A2A12', 0.3),
  );
