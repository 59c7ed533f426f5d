import type { PageState } from '@wholepage/contracts/page';
import { fetchSettings, readPageState } from './page-state';

const state = { settings: '/_site/config.1.json' } as PageState;

afterEach(() => Reflect.deleteProperty(window, 'fetch'));

const answer = (status: number, body: object) => {
  window.fetch = async () => ({ ok: status < 400, status, json: async () => body }) as Response;
};

it('is what the composer wrote, not what a remote has put into its slot under the same name', () => {
  const written = (settings: string) =>
    `<script type="application/json" id="page-state">{"settings":"${settings}"}</script>`;
  document.body.innerHTML = `<div id="app"><div id="slot">${written('/forged.json')}</div></div>${written('/own.json')}`;
  expect(readPageState().settings).toBe('/own.json');
});

it('gives what is the same on every page', async () => {
  answer(200, { config: { siteOrigin: 'https://site.test' } });
  expect(await fetchSettings(state)).toEqual({ config: { siteOrigin: 'https://site.test' } });
});

it('says which address the composer does not have any more', async () => {
  answer(404, {});
  await expect(fetchSettings(state)).rejects.toThrow('/_site/config.1.json could not be fetched: 404');
});
