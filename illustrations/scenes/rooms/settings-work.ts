import { colour, shade } from '../../core/palette';
import { solid } from '../../core/props';
import { all, el, path, place } from '../../core/svg';
import { floor, wall } from '../../furnishings/rooms';
import { pendant } from '../../furnishings/things';
import { windowFrame } from '../../furnishings/windows';
import { shell } from '../props/room-kit';
import { shaft } from '../props/studio';

const ink = colour.ink;

/** A kitchen: white tiles, a steel pass, copper pans. */
export const kitchen = () =>
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

/** A factory bay: steel trusses, north light, lockers. */
export const plantHall = () =>
  all(
    wall(1600, 720, '#D3D5CC'),
    ...[100, 500, 900, 1300].map((x) => place(windowFrame(320, 190, 'sky', 4, 2, '#8A9296'), x - 40, 60)),
    path(`M0 290H1600M0 310H1600${Array.from({ length: 20 }, (_, i) => `M${i * 84} 310l42 -20l42 20`).join('')}`, {
      stroke: ink,
      'stroke-width': 5,
    }),
    floor(1600, 720, 1000, '#A5A296', 'carpet'),
    path('M0 800H1600M0 812H1600', { stroke: colour.marigold, 'stroke-width': 8 }),
    place(pendant(360, 50, '#3D4047'), 300, 0),
    place(pendant(360, 50, '#3D4047'), 1420, 0),
  );

export const lockers = () =>
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

export const hospital = () =>
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
