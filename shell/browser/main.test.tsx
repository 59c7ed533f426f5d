import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { forgetListeners } from '@wholepage/shell-kit/testing/browser-parts';

const start = jest.fn(async () => {});
jest.mock('./start', () => ({ start }));
const whenWanted = jest.fn(async () => {});
jest.mock('@wholepage/shell-kit/boot/when-wanted', () => ({ whenWanted }));

forgetListeners();
// jsdom has no entries of the page's navigation.
Object.assign(performance, { getEntriesByType: () => [] });

const readyState = jest.spyOn(document, 'readyState', 'get');
const config = { siteOrigin: 'https://site.test' };
const STATE = `<script type="application/json" id="${PAGE_STATE_ID}">{"settings":"/config.json","releases":{}}</script>`;
const PARTS = `<button type="button">Menu</button><div id="${SLOT_ID}"><button type="button">Tab</button></div>`;

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  jest.resetModules();
  start.mockClear();
  window.fetch = async () => ({ ok: true, json: async () => ({ config }) }) as Response;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'fetch');
  document.documentElement.removeAttribute('data-painted');
});

it('brings a page to life when all of it is there, and not before', async () => {
  readyState.mockReturnValue('loading');
  document.body.innerHTML = PARTS;
  await import('./main');
  await turns();
  expect(start).not.toHaveBeenCalled();
  document.body.innerHTML += STATE;
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await turns();
  expect(start).toHaveBeenCalledWith(expect.objectContaining({ settings: '/config.json' }), config, expect.anything());
  expect(document.documentElement.hasAttribute('data-painted')).toBe(true);
});

it('tells styles that the page is painted: at once where its files are in the cache', async () => {
  const script = Object.assign(document.createElement('script'), { src: '/main.js' });
  const current = jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  for (const transferSize of [300, 0]) {
    jest.resetModules();
    whenWanted.mockReturnValueOnce(new Promise(() => {}));
    Object.assign(performance, { getEntriesByType: () => [{ name: script.src, transferSize, type: 'navigate' }] });
    await import('./main');
    expect(document.documentElement.hasAttribute('data-painted')).toBe(transferSize === 0);
  }
  current.mockRestore();
  Object.assign(performance, { getEntriesByType: () => [] });
});

it('gives the buttons of a page that stays as the server made it back to the browser', async () => {
  readyState.mockReturnValue('complete');
  document.body.innerHTML = PARTS + STATE;
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  start.mockRejectedValueOnce(new Error('no layout'));
  await import('./main');
  await turns();
  expect(logged).toHaveBeenCalledWith('The page stays as the server made it.', expect.any(Error));
  const clicked = jest.fn();
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', clicked);
    button.click();
  }
  expect(clicked).toHaveBeenCalledTimes(2);
});

it('asks again for what did not come when somebody clicks, and does what was clicked for then', async () => {
  readyState.mockReturnValue('complete');
  document.body.innerHTML = PARTS + STATE;
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const fetchLater = window.fetch;
  window.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await import('./main');
  await turns();
  expect(logged).toHaveBeenCalledTimes(1);
  expect(start).not.toHaveBeenCalled();
  window.fetch = fetchLater;
  const clicked = jest.fn();
  const [menu] = document.querySelectorAll('button');
  menu?.addEventListener('click', clicked);
  menu?.click();
  await turns();
  expect(start).toHaveBeenCalledTimes(1);
});
