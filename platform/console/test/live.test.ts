import { request } from 'node:http';
import { noCounts } from 'releases/canary/evidence';
import { publish } from 'releases/publish';
import { environmentTrust } from 'releases/settings';
import { folderStore } from 'releases/store/folder-store';
import { builtRelease, release } from 'releases/testing/built-release';
import { EvidenceRecorder } from '../src/server/registry/evidence-recorder';
import type { EvidenceDetails, Overview } from '../src/shapes';
import { startConsole, type TestConsole } from './console';

let console: TestConsole;
beforeEach(async () => {
  console = await startConsole();
});
afterEach(() => console.close());

/** Reads events until one fits. */
const untilEvent = (port: number, cookie: string, fits: (text: string) => boolean, onOpen: () => void) =>
  new Promise<string>((resolve, reject) => {
    const headers = { host: 'localhost:4300', cookie, accept: 'text/event-stream' };
    const asked = request({ port, host: '127.0.0.1', path: '/api/events', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        if (text === '') onOpen();
        text += part;
        if (!fits(text)) return;
        asked.destroy();
        resolve(text);
      });
    });
    asked.on('error', reject);
    asked.end();
  });

test('a step is told to an open page within a second', async () => {
  await release(console.place, '1.0.0-aaaaaaaa', { app: 'news' });
  const { cookie } = await console.person('Vera', 'viewer');
  const port = await console.listen();
  let takenAt = 0;
  await untilEvent(
    port,
    cookie,
    (text) => text.includes('"generation":2'),
    () => {
      void release(console.place, '1.0.0-bbbbbbbb', { app: 'news' }).then(() => {
        takenAt = performance.now();
      });
    },
  );
  expect(performance.now() - takenAt).toBeLessThan(1000);
});

test('without a session nobody hears events or reads anything', async () => {
  for (const url of [
    '/api/events',
    '/api/overview',
    '/api/apps/news',
    '/api/history',
    '/sign-in/people',
    '/sign-in/audit',
  ]) {
    const { statusCode } = await console.app.inject({ url, headers: { host: 'localhost:4300' } });
    expect([url, statusCode]).toEqual([url, 401]);
  }
});

test('evidence is noted as it grows, and drawn with its verdict', async () => {
  await release(console.place, '1.0.0-aaaaaaaa', { app: 'news' });
  const version = '1.0.0-bbbbbbbb';
  const store = folderStore(console.place);
  const grown: string[] = [];
  const recorder = new EvidenceRecorder({
    pool: console.pool,
    store,
    canaries: async () => [{ app: 'news', version }],
    onGrowth: (app) => grown.push(app),
    onTrouble: () => undefined,
  });
  for (const failed of [0, 0, 40]) {
    const steps = [
      {
        percent: 10,
        canary: { ...noCounts(), visitors: 300, failed },
        live: { ...noCounts(), visitors: 2700 },
      },
    ];
    const path = `news/evidence/${version}/one.json`;
    const before = await store.find(path);
    await store.replace(path, Buffer.from(JSON.stringify(steps)), before?.revision);
    await recorder.record();
  }
  expect(grown).toEqual(['news', 'news']);
  const { get } = await console.person('Vera', 'viewer');
  const { body } = await get<EvidenceDetails>(`/api/apps/news/evidence/${version}`);
  expect(body.points.map(({ failed }) => failed > 200)).toEqual([false, true]);
  expect(body.verdict).toMatchObject({ stop: true, why: expect.stringContaining('worse than the live release') });
});

test('a hundred apps with a hundred releases are told in less than a second and 300 kB', async () => {
  const dir = await builtRelease('1.0.0-aaaaaaaa', { app: 'app-0' });
  await publish(console.place, 'app-0', '1.0.0-aaaaaaaa', dir, environmentTrust());
  await release(console.place, '1.0.0-aaaaaaaa', { app: 'app-0' });
  const store = folderStore(console.place);
  const registry = JSON.parse((await store.read('registry.json')).toString('utf8'));
  const [deployment] = registry.microFrontends['app-0'];
  const [step] = Object.values(registry.steps ?? {});
  registry.microFrontends = {};
  registry.steps = {};
  registry.generation = 10_400;
  for (let app = 0; app < 104; app += 1) {
    const id = `${String(app * 100 + 100).padStart(9, '0')}-app-${app}`;
    registry.microFrontends[`app-${app}`] = [{ ...deployment, extras: { ...deployment.extras, step: id } }];
    registry.steps[`app-${app}`] = { ...(step as object), app: `app-${app}`, generation: app * 100 + 100 };
    for (let taken = 1; taken <= 100; taken += 1) {
      const generation = app * 100 + taken;
      const entry = {
        generation,
        at: '2030-01-01T00:00:00.000Z',
        action: 'promote',
        app: `app-${app}`,
        by: 'x',
        why: '',
      };
      await store.create(
        `history/${String(generation).padStart(9, '0')}-app-${app}.json`,
        Buffer.from(JSON.stringify({ ...entry, version: '1.0.0-aaaaaaaa', deployments: [] })),
      );
    }
  }
  const revision = (await store.find('registry.json'))?.revision;
  await store.replace('registry.json', Buffer.from(JSON.stringify(registry)), revision);
  const { get } = await console.person('Vera', 'viewer');
  const began = performance.now();
  const { body } = await get<Overview>('/api/overview');
  expect(performance.now() - began).toBeLessThan(1000);
  expect(body.apps).toHaveLength(104);
  expect(JSON.stringify(body).length).toBeLessThan(300_000);
});
