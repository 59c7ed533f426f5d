import type { Film } from './film';
import { chalkPinStitch, label } from './stitch-films';
import { fan, fitting, palette, railFilm } from './studio-films';

/** The six films in the order of their files. */
export const films: readonly Film[] = [palette, fitting, railFilm, label, fan, chalkPinStitch];
