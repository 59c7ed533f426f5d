import { colour } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { all, el, flip, group, path, place } from '../../core/svg';
import { crest } from '../../furnishings/bath';
import { fabric, fallLight, shadow, soft } from '../../furnishings/cloth';
import { floor, skirting, vignette } from '../../furnishings/rooms';
import { lamp } from '../../furnishings/things';
import { onFloor } from '../props/desk';
import { mirror } from '../props/machines';
import { outfit } from '../props/outfit';
import { paperWall, shaft } from '../props/studio';

const ink = colour.ink;

/** A single chair before a fitting mirror, one jacket on a stand. */
export const oneOnOne = () =>
  all(
    paperWall(1600, 780, '#D6C7A8'),
    floor(1600, 780, 1000, '#8E6B49'),
    skirting(1600, 780, '#D6C7A8', 32),
    shaft('M520 0L900 0L1300 1000H640Z', 0.24),
    el('ellipse', { cx: 960, cy: 930, rx: 560, ry: 66, fill: '#7A2A1C', stroke: ink, 'stroke-width': 2.4 }),
    el('ellipse', {
      cx: 960,
      cy: 930,
      rx: 534,
      ry: 56,
      stroke: '#E2A72E',
      'stroke-width': 4,
      'stroke-dasharray': '16 10',
    }),
    place(mirror(320, 780, group({ opacity: 0.5 }, place(flip(outfit('retail-managers')), 90, -560, 0.86))), 1010, 920),
    onFloor('retail-managers', 1380, 950, 1.14, 'three-quarter'),
    place(
      all(
        shadow(0, 4, 120, 18),
        path('M-70 0L-60 -170M70 0L60 -170M-52 -20L-50 -170M52 -20L50 -170', { stroke: ink, 'stroke-width': 13 }),
        path('M-70 0L-60 -170M70 0L60 -170M-52 -20L-50 -170M52 -20L50 -170', { stroke: '#6E4A2E', 'stroke-width': 9 }),
        path('M-64 -190C-78 -330 -70 -400 -40 -420H40C70 -400 78 -330 64 -190', { stroke: ink, 'stroke-width': 15 }),
        path('M-64 -190C-78 -330 -70 -400 -40 -420H40C70 -400 78 -330 64 -190', {
          stroke: '#6E4A2E',
          'stroke-width': 10,
        }),
        soft('M-56 -220C-66 -320 -60 -376 -36 -396H36C60 -376 66 -320 56 -220Z', fabric.indigo, {
          stitch: ['M-46 -230C-54 -320 -50 -366 -30 -384H30C50 -366 54 -320 46 -230', '#E2A72E'],
        }),
        soft(
          outline([-82, -190], [0, -206, 's'], [82, -190], [90, -172, 's'], [80, -158], [-80, -158], [-90, -172, 's']),
          fabric.indigo,
          { light: fallLight },
        ),
      ),
      690,
      950,
      1.05,
    ),
    place(crest('#E2A72E'), 690, 630, 1),
    place(lamp(420), 480, 900),
    vignette(1600, 1000, '#160C06', 0.46),
  );
