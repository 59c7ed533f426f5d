import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { sample } from '../../platform/tooling/src/testing/sample';
import { confine } from '../src/confined/confine';
import type { PictureResult, PictureTask } from '../src/confined/picture';
import type { PostTask, WrittenPost } from '../src/confined/post-html';
import { POST_LIMITS } from '../src/posts/html';
import { PACKAGE_DIR } from '../src/settings/paths';
import { PICTURE_LIMITS } from '../src/uploads/inspect';

/** What the API itself may take, in MB. */
const OWN_MB = 512;
const read = (file: string): string => readFileSync(path.join(PACKAGE_DIR, '..', 'deploy', file), 'utf8');
const megabytes = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]) * 1024;
const all = [POST_LIMITS, PICTURE_LIMITS].reduce((sum, { places, mostMb }) => sum + places * mostMb, OWN_MB);

test.each([
  ['the pods of the API', all, megabytes(read('kubernetes/api.yaml'), /limits: \{ memory: (\d+)Gi \}/)],
  [
    'the containers of the API',
    all,
    megabytes(read('containers/compose.yaml'), /^ {2}api:\n(?: {4}.*\n)*? {4}mem_limit: (\d+)g$/m),
  ],
  ['the units of the API', all, megabytes(read('vm/systemd/api@.service'), /^MemoryMax=(\d+)G$/m)],
  // Jobs write posts at their start, and decode no picture.
  ['the pod of jobs', OWN_MB + POST_LIMITS.mostMb, megabytes(read('kubernetes/jobs.yaml'), /memory: (\d+)Gi/)],
  ['the unit of jobs', OWN_MB + POST_LIMITS.mostMb, megabytes(read('vm/systemd/jobs.service'), /^MemoryMax=(\d+)G$/m)],
])('%s have room for all confined processes', (_what, needed, given) => {
  expect(given).toBeGreaterThanOrEqual(needed);
});

// Of many kinds of posts at the limits, these two take the most: up to 180 MB.
const LARGEST: [string, string][] = [
  ['of links without end', '[a](https://example.com/x) '.repeat(7400)],
  ['of lists in lists', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')],
];

test.each(sample(LARGEST, ['of lists in lists']))(
  'a post %s takes half of the memory that its process may have',
  async (_what, text) => {
    const write = (mostMb: number) =>
      confine<PostTask, WrittenPost>('post-html', { ...POST_LIMITS, mostMs: 60_000, mostMb })(
        { markdown: text.slice(0, 200_000), pictures: new Map() },
        '',
      );
    expect(await write(POST_LIMITS.mostMb / 2)).toMatchObject({ pictures: [] });
    await expect(write(60)).rejects.toThrow(POST_LIMITS.tooMuch);
  },
);

test('a picture that takes more memory than its process may have is refused', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'api-memory-'));
  const large = { create: { width: 5000, height: 5000, channels: 3, background: '#777' } } as const;
  const task = { source: path.join(folder, 'large.webp'), target: path.join(folder, 'copy.webp') };
  await sharp(large).webp({ effort: 0 }).toFile(task.source);
  const decode = (mostMb: number) => {
    const decoded = confine<PictureTask, PictureResult>('picture', { ...PICTURE_LIMITS, mostMb });
    return decoded({ ...task, format: 'webp', mostPixels: 50_000_000 }, '');
  };
  await expect(decode(150)).rejects.toThrow(PICTURE_LIMITS.tooMuch);
  expect(await decode(PICTURE_LIMITS.mostMb)).toMatchObject({ width: 5000 });
  await rm(folder, { recursive: true });
});
