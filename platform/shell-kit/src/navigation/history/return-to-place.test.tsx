import { stubBrowser } from '../../testing/browser-parts';
import { returnToPlace } from './return-to-place';

beforeEach(() => stubBrowser());

const placeAt = (entry: string, scroll: number) => JSON.stringify([[entry, [scroll, -1, 0, 0]]]);

it.each([
  [placeAt('first', 700), [{ top: 700, behavior: 'instant' }]],
  [placeAt('another entry', 700), []],
  [placeAt('first', 0), []],
  ['not JSON', []],
])('with %s remembered it goes to %j', async (remembered, went) => {
  window.history.scrollRestoration = 'auto';
  sessionStorage.setItem('reading-places', remembered);
  await returnToPlace();
  expect(jest.mocked(window.scrollTo).mock.calls.flat()).toEqual(went);
  expect(window.history.scrollRestoration).toBe(went.length > 0 ? 'manual' : 'auto');
});

it('waits for the whole page', async () => {
  sessionStorage.setItem('reading-places', placeAt('first', 700));
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const returned = returnToPlace();
  expect(window.scrollTo).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await returned;
  expect(window.scrollTo).toHaveBeenCalledTimes(1);
  readyState.mockRestore();
});
