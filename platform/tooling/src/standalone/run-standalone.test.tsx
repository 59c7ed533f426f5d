import { act, screen, waitFor } from '@testing-library/react';
import { PAGE_STATE_ID } from '@wholepage/contracts/page';

/** A remote whose page shows this text when it mounts. */
const shown = (what: () => string) => ({
  bootstrap: async () => undefined,
  mount: async ({ slot }: { slot: HTMLElement }) => {
    slot.textContent = what();
  },
  unmount: async ({ slot }: { slot: HTMLElement }) => slot.replaceChildren(),
});
const page = shown(() => `Page ${window.location.pathname}${window.location.search}`);
const card = shown(() => 'Card');
const modules: Readonly<Record<string, object>> = {
  './app': page,
  './fragments': { fragments: { card: async () => card } },
};

const open = async (path: string) => {
  const state = { config: {}, remote: { name: 'mf-a', version: '1.0.0', entry: '/entry.js' } };
  document.body.innerHTML = `<div id="standalone"></div><script type="application/json" id="${PAGE_STATE_ID}">${JSON.stringify(state)}</script>`;
  Object.assign(globalThis, {
    __webpack_init_sharing__: async () => undefined,
    __webpack_share_scopes__: { default: {} },
    mf_a: { init: () => undefined, get: async (name: string) => () => modules[name] },
  });
  document.head.replaceChildren();
  // jsdom fetches no scripts.
  new MutationObserver((_, observer) => {
    observer.disconnect();
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
  }).observe(document.head, { childList: true });
  window.history.replaceState(null, '', path);
  const { start } = await import('./run-standalone');
  await act(async () => {
    await start({
      name: 'mf-a',
      pages: ['/a', '/a?page=2'],
      scenarios: [{ name: 'fine', title: 'All is well', answers: [] }],
      fragments: [{ name: 'card', props: {} }],
    });
  });
};
const choose = (path: string) => {
  const list = screen.getByLabelText<HTMLSelectElement>('Page');
  list.value = path;
  return act(async () => void list.dispatchEvent(new Event('change', { bubbles: true })));
};
const slot = () => document.querySelector('#slot')?.textContent;

beforeAll(() => {
  HTMLDialogElement.prototype.close ??= () => undefined;
});

test('a page with a number stays that page, and Back leads from a fragment to it', async () => {
  await open('/a?page=2&scenario=fin');
  expect(slot()).toBe('Page /a?page=2&scenario=fin');
  expect(screen.getByLabelText('The API answers')).toHaveDisplayValue('All is well');
  expect(screen.getByText('There is no scenario "fin".')).toBeVisible();
  await choose('/fragments/card?props=%7B%7D');
  await waitFor(() => expect(slot()).toBe('Card'));
  window.history.back();
  await waitFor(() => expect(slot()).toBe('Page /a?page=2&scenario=fin'));
  expect(screen.getByLabelText('Page')).toHaveDisplayValue('/a?page=2&scenario=fin');
  window.history.forward();
  await waitFor(() => expect(slot()).toBe('Card'));
});

test.each(['/_standalone/mf-a/1.0.0/?page=/b', '/_standalone/mf-a/1.0.0/?page=https://[', '/b'])(
  'at %s, where the remote has no page, its first one is shown, and why',
  async (path) => {
    await open(path);
    expect(slot()).toBe('Page /a');
    expect(screen.getByText(/^There is no page ".+" here\.$/)).toBeVisible();
  },
);
