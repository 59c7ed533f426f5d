import { colour } from '../../core/palette';
import { solid } from '../../core/props';
import { all, el, path, place } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { roll } from '../../furnishings/bath';
import { pillow, stack } from '../../furnishings/bedding';
import { fabric } from '../../furnishings/cloth';
import { floor, vignette } from '../../furnishings/rooms';
import { armchair, lounger, sofa } from '../../furnishings/seating';
import { lamp, pendant, plant, table, vase } from '../../furnishings/things';
import { outlook, roman, windowFrame } from '../../furnishings/windows';
import { framed, palmTree, panels, rug, shell, umbrella } from '../props/room-kit';
import { stacksOn } from '../props/studio';

const ink = colour.ink;

export const terrace = () =>
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

export const apartment = () =>
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

export const lounge = (material: Cloth, second: Cloth, color: string) =>
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

export const studioFlat = () =>
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
