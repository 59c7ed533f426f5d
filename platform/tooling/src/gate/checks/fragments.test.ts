import { createServer } from 'node:http';
import { listen } from '../../run/spawn';
import { faultsOf, type GateContext } from '../check';
import type { FragmentError } from '../site';
import { fragments } from './fragments';

/** Runs the check when the gate's composer left these fragments out. @returns its messages */
async function faultsLeft(left: readonly FragmentError[]): Promise<string[]> {
  const manifest = { app: 'mf-shop', version: '1.0.0', files: {}, fragments: [] };
  const faults = await faultsOf(fragments, {
    candidate: { manifest },
    addresses: async () => ({ own: [], others: [], left: 0 }),
    site: async () => ({ api: 'up', composer: { nesting: () => left } }),
    note: () => {},
  } as unknown as GateContext);
  return faults.map(({ where, what, todo }) => `${where}: ${what} ${todo}`);
}

const TODO = 'Place fragments no deeper than three, and none within itself.';

test.each([
  ['deeper than 3', 'mf-shop/d on /shop: It is left out, for it is deeper than 3.'],
  ['mf-shop/d → mf-shop/d is a circle', 'mf-shop/d on /shop: It is left out, for mf-shop/d → mf-shop/d is a circle.'],
])('a fragment that is %s is refused with where it stands', async (reason, says) => {
  expect(await faultsLeft([{ fragment: 'mf-shop/d', path: '/shop', reason }])).toEqual([`${says} ${TODO}`]);
});

test('no fragment is out of place where none was left out', async () => {
  expect(await faultsLeft([])).toEqual([]);
});

test.each([
  ['is filled at the next visit, is held', 'ready', 'up', []],
  ['stays a fallback while its API is down, is held', 'fallback', 'down', []],
  [
    'stays a fallback on a site without an API, is refused',
    'fallback',
    'none',
    ['mf-shop/deals on /: The page shows its fallback: it was not there in time, with the props {"n":1}.'],
  ],
])('a place whose fragment came too late once and %s', async (_what, now, api, says) => {
  const server = createServer((_request, response) => {
    response.end(
      `<fragment-slot data-fragment="mf-shop/deals" data-props='{"n":1}' data-state="${now}"></fragment-slot>`,
    );
  });
  const { port, stop } = await listen(server);
  const place = { of: 'mf-shop/deals', props: '{"n":1}', state: 'fallback' };
  const faults = await faultsOf(fragments, {
    candidate: { manifest: { app: 'mf-shop', files: {}, fragments: [{ name: 'deals', js: [], css: [] }] } },
    addresses: async () => ({ own: [], others: [{ path: '/', fragments: [place] }], left: 0 }),
    site: async () => ({
      api,
      composer: {
        origin: `http://127.0.0.1:${port}`,
        nesting: () => [],
        fragmentErrors: () => ['it was not there in time'],
      },
    }),
    note: () => {},
  } as unknown as GateContext);
  await stop();
  expect(faults.map(({ where, what }) => `${where}: ${what}`)).toEqual(says);
});
