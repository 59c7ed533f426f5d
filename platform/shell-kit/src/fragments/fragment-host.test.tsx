import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import type { PageState } from '@wholepage/contracts/page';
import { FragmentHost } from './fragments';

it('forgets parts of fragments that were asked for long ago', async () => {
  const host = new FragmentHost({
    state: { releases: {}, address: '/', rendered: true, settings: '/_settings/x.json', set: 'now' } as PageState,
    config: {} as PublicConfig,
    shell: {} as ShellApi,
    currentSet: () => 'now',
  });
  globalThis.fetch = jest.fn(async (path: string | URL | Request) => {
    const key = new URL(String(path), 'http://site.test').searchParams.get('key') ?? '';
    const fragments = { [key]: { app: 'shop', name: 'cart', data: null } };
    return { ok: true, json: async () => ({ html: '', remotes: [], fragments, css: [] }) } as Response;
  });
  const keys = Array.from({ length: 300 }, () => host.newKey());
  for (const key of keys) await host.fetch('shop/cart', '', key, new AbortController());
  expect(host.partOf(keys.at(-1) ?? '')).toMatchObject({ app: 'shop' });
  expect(keys.filter((key) => host.partOf(key))).toHaveLength(200);
  expect(host.partOf(keys[0] ?? '')).toBeUndefined();
});
