import { colour, dye } from '../core/palette';
import { labelTag } from '../core/props';
import { all, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { fabric } from '../furnishings/cloth';
import { sunlight, vignette } from '../furnishings/rooms';
import { plant } from '../furnishings/things';
import { curtain, pole } from '../furnishings/windows';
import { project1, project2, project3, project4, project5, project6 } from './projects';
import { type Hung, hungRow } from './props/hung';
import { mirror } from './props/machines';
import { panels, shell } from './props/room-kit';
import { row } from './props/row';
import { cupboard, railStand, stacksOn } from './props/studio';
import { issue, steelBench, vice } from './props/workbench';
import { classroom, terminal } from './rooms/settings-public';
import { kitchen, plantHall } from './rooms/settings-work';

const work1 = () =>
  all(
    kitchen(),
    row(
      968,
      ['hospitality-chefs', 420, 1.03],
      ['hospitality-f-and-b', 800, 0.96, 'three-quarter'],
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

/** Issue day: the rail behind, one set of leathers turned to the bench where the rest of it lies. */
const work2 = () =>
  all(
    plantHall(),
    place(railStand(560, 560), 110, 880),
    place(hungRow(6, 86, 0, 1.08, hiVis), 176, 324),
    row(972, ['industrial-welders', 900, 1.08, 'three-quarter']),
    place(steelBench(460, 260), 1090, 716),
    place(vice(), 1480, 716),
    place(issue(), 1130, 716, 1.1),
    vignette(1600, 1000, '#20201A', 0.34),
  );

const work3 = () =>
  all(
    terminal(),
    row(
      970,
      ['aviation-cabin-crew', 480, 1.0],
      ['aviation-pilots', 820, 1.03, 'three-quarter'],
      ['aviation-ground-staff', 1180, 0.96],
    ),
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
      ['retail-managers', 1010, 1.13, 'three-quarter'],
    ),
    place(plant(260), 90, 960),
    vignette(1600, 1000, '#2A1E10', 0.3),
  );

const work6 = () =>
  all(
    classroom(),
    row(
      972,
      ['education-kindergarten', 330, 0.89],
      ['education-primary', 640, 0.98],
      ['education-middle', 970, 1.08],
      ['education-high-school', 1310, 1.18, 'three-quarter'],
    ),
    vignette(1600, 1000, '#2A1E10', 0.26),
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
