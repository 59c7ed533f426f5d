import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|json|svg)$/;
/** Shorter ones travel in one packet as they are. */
const SHORTEST_BYTES = 400;

const encoders = {
  brotli: {
    extension: '.br',
    encode: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  gzip: { extension: '.gz', encode: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
};

/** Bytes of each compressed form that lies beside a file; none for a form that would not be smaller. */
export type CompressedSizes = { [Encoding in keyof typeof encoders]?: number };

/**
 * Writes `{file}.br` and `{file}.gz`, the best that can be had: a release is compressed once and sent many times.
 * @param kept the same file of an earlier build, when there is one: equal names of content-addressed files are equal bytes
 */
export async function compressFile(path: string, kept?: string): Promise<CompressedSizes> {
  if (!COMPRESSIBLE.test(path)) return {};
  const bytes = await readFile(path);
  if (bytes.length < SHORTEST_BYTES) return {};
  const sizes: CompressedSizes = {};
  for (const [name, { extension, encode }] of Object.entries(encoders)) {
    const before = kept && (await readFile(kept + extension).catch(() => undefined));
    const encoded = before ?? (await encode(bytes));
    if (encoded.length >= bytes.length) continue;
    await writeFile(path + extension, encoded);
    sizes[name as keyof CompressedSizes] = encoded.length;
  }
  return sizes;
}
