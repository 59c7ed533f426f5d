import type { AutonomousModel } from './autonomous';
import type { ClassicModel } from './classic';

const CREAM = '#efe3c8';
const SUN = '#e9b23c';
const RED = '#b5352c';
const IRON = '#8f999d';

/** How each classic is built, by the number of its product. */
export const classics: Record<string, ClassicModel> = {
  'CL-01': { hood: 'round', top: 'canopy', exhaust: 'stack', wheels: [76, 42], rim: SUN, holes: 6, weights: true },
  'CL-02': { hood: 'square', top: 'bar', exhaust: 'stack', wheels: [72, 40], rim: CREAM, holes: 5 },
  'CL-03': { hood: 'slant', top: 'open', exhaust: 'bent', wheels: [70, 38], rim: CREAM },
  'CL-04': { hood: 'square', top: 'cab', exhaust: 'stack', wheels: [76, 46], rim: IRON, holes: 8, weights: true },
  'CL-05': { hood: 'round', top: 'cab', exhaust: 'stack', wheels: [74, 42], rim: CREAM, holes: 6, stripe: true },
  'CL-06': { hood: 'bullet', top: 'open', exhaust: 'stack', wheels: [72, 36], rim: RED, holes: 6 },
  'CL-07': { hood: 'slant', top: 'canopy', exhaust: 'bent', wheels: [72, 42], rim: SUN },
  'CL-08': { hood: 'bullet', top: 'bar', exhaust: 'low', wheels: [68, 36], rim: CREAM, holes: 5, stripe: true },
  'CL-09': { hood: 'slant', top: 'cab', exhaust: 'stack', wheels: [78, 46], rim: CREAM, holes: 8 },
  'CL-10': { hood: 'square', top: 'open', exhaust: 'stack', wheels: [74, 40], rim: RED, holes: 5, stripe: true },
  'CL-11': { hood: 'round', top: 'bar', exhaust: 'bent', wheels: [72, 40], rim: IRON, holes: 6, weights: true },
  'CL-12': { hood: 'bullet', top: 'canopy', exhaust: 'stack', wheels: [72, 40], rim: CREAM, stripe: true },
  'CL-13': { hood: 'bullet', top: 'open', exhaust: 'low', wheels: [66, 38], rim: SUN, holes: 8, stripe: true },
  'CL-14': { hood: 'slant', top: 'bar', exhaust: 'stack', wheels: [72, 42], rim: CREAM, holes: 6 },
  'CL-15': { hood: 'round', top: 'open', exhaust: 'stack', wheels: [74, 38], rim: CREAM, holes: 5 },
};

const CYAN = '#5fe3ff';
const AMBER = '#ffb74a';
const LIME = '#b6ff5c';

/** How each machine without a driver is built. */
export const machines: Record<string, AutonomousModel> = {
  'AU-01': { shell: 'wedge', drive: 'tracks', carries: 'nothing', mast: true, light: CYAN },
  'AU-02': { shell: 'pod', drive: 'wheels', carries: 'solar', mast: false, light: AMBER },
  'AU-03': { shell: 'wedge', drive: 'wheels', carries: 'nothing', mast: true, light: LIME },
  'AU-04': { shell: 'deck', drive: 'tracks', carries: 'tank', mast: true, light: CYAN },
  'AU-05': { shell: 'tall', drive: 'wheels', carries: 'nothing', mast: true, light: LIME },
  'AU-06': { shell: 'deck', drive: 'mixed', carries: 'nothing', mast: true, light: AMBER },
  'AU-07': { shell: 'pod', drive: 'mixed', carries: 'solar', mast: false, light: LIME },
  'AU-08': { shell: 'pod', drive: 'tracks', carries: 'nothing', mast: true, light: CYAN },
};
