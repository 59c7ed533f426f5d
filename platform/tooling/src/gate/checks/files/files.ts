import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { integrityOf } from '@wholepage/releases/integrity';
import type { Check, Fault, ReadableRelease } from '../../check';

const FORMS = [
  { ending: '.br', size: 'brotli', unpack: promisify(brotliDecompress) },
  { ending: '.gz', size: 'gzip', unpack: promisify(gunzip) },
] as const;

/** The file itself was held against its hash when it was read; its compressed forms carry none of their own. */
async function faultsOf(release: ReadableRelease, file: string): Promise<Fault[]> {
  const { integrity, bytes, ...sizes } = release.manifest.files[file] ?? { integrity: '', bytes: 1 };
  const faults: Fault[] = [];
  const fault = (where: string, what: string) => faults.push({ where, what, todo: 'Build and publish it again.' });
  await release.bytes(file).catch((error: Error) => fault(file, error.message));
  for (const { ending, size, unpack } of FORMS) {
    if (!sizes[size]) continue;
    const unpacked = await release
      .packed(file, ending)
      .then((packed) => unpack(packed, { maxOutputLength: Math.max(1, bytes) }))
      .catch(() => undefined);
    if (!unpacked || integrityOf(unpacked) !== integrity)
      fault(file + ending, 'It does not unpack to the file that the manifest promises.');
  }
  return faults;
}

export const files: Check = {
  name: 'files',
  holds: 'every file, compressed or not, is what the signed manifest promises',
  async run({ candidate }) {
    const found = await Promise.all(Object.keys(candidate.manifest.files).map((file) => faultsOf(candidate, file)));
    return found.flat();
  },
};
