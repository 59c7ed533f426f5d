import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Bytes of a picture as it travels, a little more than the build makes of it, which takes longer. What repeats itself
 * is written out, for browsers copy dearly; on the way that costs next to nothing, so the bare size says little.
 */
export const weightOf = (svg: string | Uint8Array): number =>
  brotliCompressSync(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
