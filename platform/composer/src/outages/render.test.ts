import { sample, TAKES_ALL } from '../../../tooling/src/testing/sample';
import { PAGES, wholeSite } from '../testing/fixture-store';
import { HOSTILE, hostileEntry } from '../testing/hostile-entries';
import { OutageMatrix } from '../testing/outage-matrix';
import { type RunningComposer, runComposer } from '../testing/running-composer';

type Remote = keyof typeof PAGES;
const REMOTES = Object.keys(PAGES) as Remote[];
const FAULTS = {
  throws: HOSTILE.throws,
  hangs: HOSTILE['never settles'],
  loops: HOSTILE.loops,
  hoards: HOSTILE['splits a long text'],
  dies: HOSTILE.exits,
  'answers garbage': HOSTILE['answers garbage'],
  'answers 300 MB': HOSTILE['answers 300 MB'],
};

const matrix = new OutageMatrix('server render');
afterAll(() => matrix.print());

describe.each(sample(Object.entries(FAULTS), ['throws', 'hangs']))('a server render that %s', (fault, body) => {
  let composer: RunningComposer;
  beforeAll(async () => {
    const store = await wholeSite((app) => hostileEntry(body, PAGES[app].other));
    composer = await runComposer(store);
  });
  afterAll(() => composer.close());

  const get = async (path: string) => {
    const response = await fetch(composer.origin + path);
    return { status: response.status, html: await response.text() };
  };

  test.each(TAKES_ALL ? REMOTES : REMOTES.slice(0, 1))(
    'of %s leaves layout, footer, scripts and every other page',
    async (app) => {
      const { other } = PAGES[app];
      const bad = await get(other);
      expect(bad.status).toBe(503);
      expect(bad.html).toMatch(/<header>.*<main><\/main><footer>/);
      expect(bad.html).toContain('"rendered":false');
      expect(bad.html).toContain(`/_releases/${app}/1.0.0/remoteEntry.js`);
      const others = await Promise.all(REMOTES.map((remote) => get(PAGES[remote].sound)));
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const { html } of others) expect(html).toContain('<h1>Sound</h1>');
      const lines = composer.events.filter(({ event, details }) => event === 'render failed' && details.path === other);
      expect(lines).toHaveLength(1);
      expect(lines[0]?.details).toMatchObject({ app, version: '1.0.0', phase: 'render' });
      matrix.add({
        fault,
        where: app,
        page: '503 in its layout',
        others: 'whole',
        log: String(lines[0]?.details.reason),
      });
    },
  );
});
