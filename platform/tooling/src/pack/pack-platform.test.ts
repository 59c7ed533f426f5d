import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPlatform } from './pack-platform';

test('a version is one content: packed again it is the same, and other code under it is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pack-'));
  const [packed] = await packPlatform(folder, ['telemetry']);
  const { file = '', version = '' } = packed ?? {};
  const bytes = await readFile(file);
  await packPlatform(folder, ['telemetry']);
  expect((await readFile(file)).equals(bytes)).toBe(true);
  await writeFile(file, 'what was handed out before');
  await expect(packPlatform(folder, ['telemetry'])).rejects.toThrow(
    `@wholepage/telemetry ${version} is there with other code: raise "version" in platform/telemetry/package.json`,
  );
  expect(await readFile(file, 'utf8')).toBe('what was handed out before');
  await rm(folder, { recursive: true });
}, 120_000);
