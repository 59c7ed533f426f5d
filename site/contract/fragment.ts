import * as kit from '@wholepage/remote-kit/fragment';
import type { PublicConfig } from './config';

/** The kit's function, typed with this site's settings in the argument of `load`. */
export const defineFragment = kit.defineFragment as kit.DefineFragment<PublicConfig>;
