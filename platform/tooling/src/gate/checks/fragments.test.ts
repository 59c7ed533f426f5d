import type { GateContext } from '../check';
import type { FragmentError } from '../site';
import { fragments } from './fragments';

/** What the check says when the gate's composer left these out. */
async function faultsOf(left: readonly FragmentError[]): Promise<string[]> {
  const manifest = { app: 'mf-shop', version: '1.0.0', files: {}, fragments: [] };
  const faults = await fragments.run({
    candidate: { manifest },
    addresses: async () => ({ own: [], others: [], left: 0 }),
    site: async () => ({ hasApi: true, composer: { nesting: () => left } }),
    note: () => {},
  } as unknown as GateContext);
  return faults.map(({ where, what, todo }) => `${where}: ${what} ${todo}`);
}

const TODO = 'Place fragments no deeper than three, and none within itself.';

test.each([
  ['deeper than 3', 'mf-shop/d on /shop: It is left out, for it is deeper than 3.'],
  ['mf-shop/d → mf-shop/d is a circle', 'mf-shop/d on /shop: It is left out, for mf-shop/d → mf-shop/d is a circle.'],
])('a fragment that is %s is refused with where it stands', async (reason, says) => {
  expect(await faultsOf([{ fragment: 'mf-shop/d', path: '/shop', reason }])).toEqual([`${says} ${TODO}`]);
});

test('no fragment is out of place where none was left out', async () => {
  expect(await faultsOf([])).toEqual([]);
});
