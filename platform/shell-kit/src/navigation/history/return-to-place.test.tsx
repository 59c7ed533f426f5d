import { returnToPlace } from './return-to-place';

const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation();

const placeAt = (entry: string, scroll: number) => JSON.stringify({ [entry]: { scroll, part: -1, parts: 0, top: 0 } });

it.each([
  [placeAt('first', 700), [{ top: 700, behavior: 'instant' }]],
  [placeAt('another entry', 700), []],
  [placeAt('first', 0), []],
  ['not JSON', []],
])('with %s remembered it goes to %j', async (remembered, went) => {
  scrollTo.mockClear();
  window.history.scrollRestoration = 'auto';
  sessionStorage.setItem('reading-places', remembered);
  await returnToPlace();
  expect(scrollTo.mock.calls.flat()).toEqual(went);
  expect(window.history.scrollRestoration).toBe(went.length > 0 ? 'manual' : 'auto');
});

it('waits for the whole page', async () => {
  scrollTo.mockClear();
  sessionStorage.setItem('reading-places', placeAt('first', 700));
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const returned = returnToPlace();
  expect(scrollTo).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await returned;
  expect(scrollTo).toHaveBeenCalledTimes(1);
  readyState.mockRestore();
});
