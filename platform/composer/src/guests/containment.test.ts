import { readFileSync } from 'node:fs';
import { sample } from '../../../tooling/src/testing/sample';
import { storeWithHome } from '../testing/fixture-store';
import { HOSTILE, hostileEntry } from '../testing/hostile-entries';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

const MB = 1024 * 1024;
let composer: RunningComposer;
afterEach(() => composer.close());

const get = async (path: string) => {
  const response = await fetch(composer.origin + path);
  return { status: response.status, html: await response.text() };
};

test.each(sample(Object.entries(HOSTILE), ['hoards heap', 'kills its composer']))(
  'a page that %s, three times in a row, costs nobody else anything, and a sound page of its remote is there again',
  async (_name, body) => {
    composer = await runComposer(await storeWithHome(hostileEntry(body)));
    const before = process.memoryUsage.rss();
    for (let turn = 0; turn < 3; turn += 1) {
      const bad = await get(`/blog/bad-${turn}`);
      expect(bad.status).toBe(503);
      expect(bad.html).toContain('<header>');
      expect((await get(turn === 0 ? '/' : `/contact?${turn}`)).html).toContain('<h1>Home</h1>');
    }
    const sound = await eventually(
      () => get('/blog/sound'),
      ({ html }) => html.includes('<h1>Sound</h1>'),
    );
    expect(sound.html).toContain('<h1>Sound</h1>');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
    const failures = composer.events.filter(({ event }) => event === 'render failed');
    expect(failures[0]?.details).toMatchObject({ app: 'mf-blog', version: '1.0.0', phase: 'render' });
  },
);

test('what ends a process while others wait for the API beside it takes none of them along', async () => {
  composer = await runComposer(
    await storeWithHome(`export async function render({ url, fetch }) {
      if (url.includes('/bad')) process.exit(1);
      await fetch('/api/x').catch(() => {});
      await fetch('/api/x').catch(() => {});
      return { status: 200, head: { title: 'Sound' }, html: '<h1>Sound</h1>', data: null, maxAge: 60 };
    }`),
  );
  const asked = ['a', 'b', 'bad', 'c', 'd', 'bad-too', 'e'].map((slug) => get(`/blog/${slug}`));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 503, 200, 200, 503, 200]);
});

test('a guest that has used up its processor time costs no visitor the page that it makes', async () => {
  const old = 'if (count === 1) for (;;);';
  composer = await runComposer(await storeWithHome(hostileEntry(old, '/blog')), { RENDER_TIMEOUT_MS: '10000' });
  expect((await get('/blog/first')).status).toBe(200);
  const before = composer.guests();
  const of = (file: string) => readFileSync(`/proc/${before[0]}/${file}`, 'utf8');
  for (const limit of ['cpu time +600 +610', 'core file size +0 +0', 'file size +0 +0', 'open files +64 +64'])
    expect(of('limits')).toMatch(new RegExp(`^Max ${limit} `, 'm'));
  // 160 MB for the guest, and 768 MB that Node reserves.
  expect(of('limits')).toMatch(/^Max data size +973078528 +973078528 /m);
  const stat = of('stat').split(' ');
  expect({ group: stat[4], niceness: stat[18] }).toEqual({ group: String(before[0]), niceness: '10' });
  if (process.getuid?.() === 0)
    expect(of('status')).toMatch(/^Uid:\t(6\d{4})\t\1\t\1\t\1\nGid:\t\1\t\1\t\1\t\1\n(.+\n)?Groups:\s*$/m);
  const second = get('/blog/second');
  const hundredths = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[13]);
  const computing = async () => before.find((pid) => hundredths(pid) > 60) ?? 0;
  process.kill(await eventually(computing, Boolean), 'SIGXCPU');
  expect((await second).status).toBe(200);
  expect(composer.guests()).not.toEqual(before);
  expect(composer.events.filter(({ event }) => event === 'guest ended')).toEqual([]);
});
