import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releaseFilePath } from '@wholepage/contracts/release';
import { MANIFEST, readRelease, readReleaseFile } from '@wholepage/releases/manifest';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { Trust } from '@wholepage/releases/trust/trust';

const write = async (path: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
};

/** Copies a release, which the store has checked, and signs it with the gate's own key: its composer believes no other. */
export async function copyRelease(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  app: string,
  version: string,
): Promise<void> {
  const { manifest } = await readRelease(from, app, version);
  for (const [file, { brotli, gzip }] of Object.entries(manifest.files)) {
    const path = releaseFilePath(manifest, file);
    await write(join(to, path), await readReleaseFile(from, manifest, file));
    for (const ending of [brotli && '.br', gzip && '.gz']) {
      const packed = ending && (await from.read(path + ending).catch(() => undefined));
      if (packed) await write(join(to, path + ending), packed);
    }
  }
  const bytes = await from.read(releaseFilePath(manifest, MANIFEST));
  const { signature: _theirs, ...unsigned } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  const signed = { ...unsigned, signature: await trust.sign(app, unsigned) };
  await write(join(to, releaseFilePath(manifest, MANIFEST)), Buffer.from(JSON.stringify(signed)));
}
