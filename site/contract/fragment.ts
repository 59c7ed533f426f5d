import * as kit from '@wholepage/remote-kit/fragment';
import type { PublicConfig } from './config';

/** The kit's, with this site's settings in what `load` is given. */
export const defineFragment = kit.defineFragment as kit.DefineFragment<PublicConfig>;
