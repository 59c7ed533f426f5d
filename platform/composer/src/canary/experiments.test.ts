import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCanary } from '@wholepage/releases/canary/canary';
import { concludeExperiment, startExperiment, stopExperiment } from '@wholepage/releases/experiment/experiment';
import { createPreview } from '@wholepage/releases/preview/preview';
import { readHistory } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { sample, TAKES_ALL } from '../../../tooling/src/testing/sample';
import { ask } from '../testing/browser-visit';
import { APP, EVENT, figures, NEW, reached, storeWithExperiment, visitor } from '../testing/experiment-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

let api: Server;
let apiOrigin: string;
/** The API's answer to an order. */
let answered: { status: number; location?: string };
beforeAll(async () => {
  api = createServer((request, response) => {
    request.resume();
    const { status, location } = answered;
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) }).end('{}');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  apiOrigin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => api.close(resolve)));
beforeEach(() => {
  answered = { status: 200 };
});

const running: RunningComposer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((composer) => composer.close()));
});
const start = async (store: string): Promise<RunningComposer> => {
  const composer = await runComposer(store, { API_ORIGIN: apiOrigin, BEHIND_PROXY: '1' });
  running.push(composer);
  return composer;
};

test('both releases are served side by side, and a goal counts once for a network that had the page', async () => {
  const store = await storeWithExperiment('order');
  const composer = await start(store);
  const both = new Set<boolean>();
  for (let number = 0; number < 12; number += 1) {
    const one = visitor(number);
    const { text, headers } = await one.go(composer);
    both.add(text.includes(NEW));
    expect(headers['set-cookie']?.[0]).toContain('Max-Age=2419200');
    for (let times = 0; times < 3; times += 1) await one.order(composer);
  }
  expect(both.size).toBe(2);
  // Not counted: a visitor without a page, a second visitor of a network, and another visitor's cookie on a different network.
  await visitor(100).order(composer);
  const second = visitor(0);
  await second.go(composer);
  await second.order(composer);
  const elsewhere = visitor(200);
  for (const [name, value] of second.jar) elsewhere.jar.set(name, value);
  await elsewhere.order(composer);
  const now = await eventually(
    () => figures(store),
    (found) => (found?.a.reached ?? 0) + (found?.b.reached ?? 0) >= 12,
  );
  expect(now && [now.total, now.a.reached + now.b.reached]).toEqual([12, 12]);
});

if (TAKES_ALL)
  test('who sees a preview reaches no goal', async () => {
    const store = await storeWithExperiment('order');
    const composer = await start(store);
    const [one, other] = [visitor(1), visitor(2)];
    await one.go(composer);
    one.jar.set('preview', (await createPreview(store, { [APP]: '2.0.0' })).id);
    await one.order(composer);
    await other.go(composer);
    await other.order(composer);
    const now = await eventually(
      () => figures(store),
      (found) => (found?.total ?? 0) >= 2 && (found?.a.reached ?? 0) + (found?.b.reached ?? 0) >= 1,
    );
    expect(now && [now.total, now.a.reached + now.b.reached]).toEqual([2, 1]);
  });

/** The API's answers to an order, with the number of orders that each counts as. */
const ANSWERS: [string, { status: number; location?: string }, number][] = [
  ['refuses', { status: 422 }, 0],
  ['leads elsewhere', { status: 303, location: '/cart' }, 0],
  ['leads to the page of thanks', { status: 303, location: '/thanks?order=7' }, 1],
  ['leads there by its whole address', { status: 303, location: 'https://site.test/thanks#7' }, 1],
];

describe('orders', () => {
  let store: string;
  let composer: RunningComposer;
  let visitors = 0;
  let orders = 0;
  beforeAll(async () => {
    store = await storeWithExperiment('shop:ordered');
    composer = await runComposer(store, { API_ORIGIN: apiOrigin, BEHIND_PROXY: '1' });
  });
  afterAll(() => composer.close());

  test.each(sample(ANSWERS, ['refuses', 'leads to the page of thanks']))(
    'an order that the API %s counts as it should',
    async (_what, answer, count) => {
      const [one, other] = [visitor(++visitors), visitor(++visitors)];
      answered = answer;
      await one.go(composer);
      await one.order(composer);
      // A page's own report of a goal that the API confirms does not count.
      await one.tell(composer, { goal: 'shop:ordered' });
      answered = { status: 200 };
      await other.go(composer);
      await other.order(composer);
      orders += count + 1;
      expect(
        await eventually(
          () => reached(store),
          (found) => (found ?? 0) >= orders,
        ),
      ).toBe(orders);
    },
  );
});

if (TAKES_ALL)
  test('a goal counts though another composer had the page view', async () => {
    const store = await storeWithExperiment('order');
    const [one, other] = [await start(store), await start(store)];
    for (let number = 0; number < 6; number += 1) {
      const somebody = visitor(number);
      await somebody.go(number % 2 ? one : other);
      await somebody.order(number % 2 ? other : one);
    }
    expect(
      await eventually(
        () => reached(store),
        (found) => found === 6,
      ),
    ).toBe(6);
  });

test('an event is counted by a script that pages hold only while the experiment runs', async () => {
  const store = await storeWithExperiment(EVENT);
  const composer = await start(store);
  const SCRIPT = '<script src="/_goals.js?goal=mf-blog%3Aread-on" defer></script>';
  const one = visitor(1);
  const page = await one.go(composer);
  expect(page.text).toContain(SCRIPT);
  const script = await ask(`${composer.origin}/_goals.js?goal=${EVENT}`, new Map());
  expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect((await one.tell(composer)).status).toBe(204);
  await one.tell(composer, { goal: 'mf-blog:something-else' });
  await visitor(2).tell(composer);
  expect(
    await eventually(
      () => reached(store),
      (found) => found === 1,
    ),
  ).toBe(1);
  await stopExperiment(store, APP);
  const after = await eventually(
    () => visitor(3).go(composer),
    ({ text }) => !text.includes('_goals.js'),
  );
  expect(after.headers['set-cookie']).toBeUndefined();
  expect(after.headers.vary).toBe('accept-encoding');
  expect(after.text).toContain('<h1>The journal</h1>');
  const { text, headers } = await one.go(composer);
  expect([text.includes(NEW), headers['set-cookie']]).toEqual([false, undefined]);
});

if (TAKES_ALL)
  test('one that is stopped and started again with another goal counts that one', async () => {
    const store = await storeWithExperiment(EVENT);
    const composer = await start(store);
    await visitor(1).go(composer);
    await stopExperiment(store, APP);
    await startExperiment(store, APP, ['1.0.0', '2.0.0'], 50, { goal: 'mf-blog:other' });
    const { text } = await eventually(
      () => visitor(2).go(composer),
      (page) => page.text.includes('mf-blog%3Aother'),
    );
    expect(text).toContain('/_goals.js?goal=mf-blog%3Aother');
  });

if (TAKES_ALL)
  test('the experiment ends by itself when A is better, and the history keeps the figures', async () => {
    const store = await storeWithExperiment('order');
    const composer = await start(store);
    for (let number = 0; number < 520; number += 1) {
      const somebody = visitor(number);
      const { text } = await somebody.go(composer);
      if (!text.includes(NEW) && number % 3 !== 0) await somebody.order(composer);
    }
    const [last] = await eventually(
      () => readHistory(folderStore(store)),
      ([step]) => step?.action === 'stop',
    );
    expect(last).toMatchObject({
      by: 'the judge',
      version: '2.0.0',
      why: expect.stringMatching(/^A is better; order: B 0 of 2\d\d networks \(0\.00 %\), A 1\d\d of 2\d\d networks/),
      evidence: { steps: [{ percent: 50, canary: { reached: 0 } }] },
    });
    expect(composer.events.map(({ event }) => event)).toContain('experiment ended');
    expect(composer.events.map(({ event }) => event)).not.toContain('canary stopped');
  });

test('when B is better it waits for people, who conclude it', async () => {
  const store = await storeWithExperiment('order');
  const composer = await start(store);
  for (let number = 0; number < 520; number += 1) {
    const somebody = visitor(number);
    const { text } = await somebody.go(composer);
    if (text.includes(NEW) && number % 3 !== 0) await somebody.order(composer);
  }
  const decided = async () => composer.events.find(({ event }) => event === 'experiment decided')?.details;
  expect(await eventually(decided, (found) => found !== undefined)).toMatchObject({
    remote: APP,
    reason: expect.stringMatching(/^B is better/),
  });
  // The evidence reaches the store a moment later.
  await eventually(
    () => figures(store),
    (found) => found?.outcome === 'b-better',
  );
  await concludeExperiment(store, APP, '2.0.0', { why: 'more orders' });
  const { text } = await eventually(
    () => visitor(900).go(composer),
    (page) => page.headers['set-cookie'] === undefined && page.text.includes(NEW),
  );
  expect(text).toContain(NEW);
});

test('an experiment whose B fails is stopped as a canary is', async () => {
  const store = await fixtureStore();
  await writeRelease(store, APP, '2.0.0', SERVER_ENTRIES.throws);
  await startExperiment(store, APP, ['1.0.0', '2.0.0'], 50, { goal: 'order' });
  const composer = await start(store);
  for (let number = 0; number < 60; number += 1) await visitor(number).go(composer);
  const [last] = await eventually(
    () => readHistory(folderStore(store)),
    ([step]) => step?.action === 'stop',
  );
  expect(last?.why).toMatch(/^worse than the live release: failures/);
});

test('a canary beside an experiment is refused, and the other way round', async () => {
  const store = await storeWithExperiment('order');
  await writeRelease(store, APP, '3.0.0', SERVER_ENTRIES.says('Third'));
  await expect(startCanary(store, APP, '3.0.0', 10)).rejects.toThrow(
    'mf-blog has an experiment already: 1.0.0 against 2.0.0 for 50 %. End it first (npm run wholepage -- experiment mf-blog stop).',
  );
  await stopExperiment(store, APP);
  await startCanary(store, APP, '3.0.0', 10);
  await expect(startExperiment(store, APP, ['1.0.0', '2.0.0'], 50, { goal: 'order' })).rejects.toThrow(
    'mf-blog has a canary already: 3.0.0 for 10 %. Stop it first (npm run wholepage -- canary mf-blog stop).',
  );
});
