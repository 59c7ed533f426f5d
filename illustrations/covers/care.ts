import { colour, dye, tint } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { solid, stitches } from '../core/props';
import { all, group, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { fallLight, plumpLight, soft } from '../furnishings/cloth';
import { thread } from '../merchandise/thread';
import { careSign, drum, flatShirt, ground } from './parts';

const ink = colour.ink;

export const fiveSymbols = () =>
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

export const lastDay = () =>
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
