import { colour } from '../../core/palette';
import { solid } from '../../core/props';
import { all, path, place } from '../../core/svg';
import { roll } from '../../furnishings/bath';
import { fabric, shadow } from '../../furnishings/cloth';
import { floor, vignette } from '../../furnishings/rooms';
import { lounger } from '../../furnishings/seating';
import { plant, table } from '../../furnishings/things';
import { outlook } from '../../furnishings/windows';
import { brimHat } from '../../garments/headwear/hats-soft';
import { palmTree, umbrella } from '../props/room-kit';

const ink = colour.ink;

/** The far side of the pool: a ridge, a hedge, two loungers small in the haze. */
const across = () =>
  all(
    place(outlook(1600, 430, 'sky'), 0, 0),
    path('M0 300Q260 190 520 280T1080 250T1600 290V430H0Z', { fill: '#9DB2A0', opacity: 0.8 }),
    path(
      'M0 392q40 -34 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0V450H0Z',
      { fill: '#65755A', stroke: ink, 'stroke-width': 2 },
    ),
    path('M0 430H1600V476H0Z', { fill: '#E7D9B9', stroke: ink, 'stroke-width': 2 }),
    place(lounger(fabric.stripe), 330, 470, 0.44),
    umbrella(470, 470, 0.36, fabric.awning),
    place(lounger(fabric.stripe), 600, 470, 0.44),
    palmTree(820, 460, 330),
    palmTree(930, 460, 260),
  );

/** A lounger in close view on the deck of a hill resort, its pool behind it. */
export const poolDeck = () =>
  all(
    across(),
    path('M0 476H1600V690H0Z', { fill: '#7FB3B6' }),
    path('M240 476h420l-60 90H120zM1180 476h260l60 100h-300z', { fill: '#65755A', opacity: 0.3 }),
    path(
      Array.from(
        { length: 22 },
        (_, i) =>
          `M${(i * 173) % 1540} ${500 + (i % 7) * 26}q${16 + (i % 7) * 3} -8 ${32 + (i % 7) * 6} 0t${32 + (i % 7) * 6} 0`,
      ).join(''),
      { stroke: '#fff', 'stroke-width': 4, opacity: 0.6 },
    ),
    floor(1600, 690, 1000, '#C9A878'),
    solid('M0 676H1600V708H0Z', '#F6F0E2', 2.4),
    umbrella(1190, 940, 1.62, fabric.awning),
    shadow(720, 952, 640, 44),
    place(lounger({ ...fabric.awning, repeat: 1 }), 620, 950, 2.15),
    place(roll(46, fabric.terry, 80), 900, 762),
    place(roll(40, fabric.terrySage, 80), 990, 764),
    place(table(200, 150), 1290, 976),
    place(brimHat({ base: '#DFC07C', weave: 'linen' }, { base: '#A63A24' }, 92, 14), 1290, 836, 1.15, -5),
    place(plant(300), 1510, 980),
    vignette(1600, 1000, '#123A3E', 0.24),
  );
