import { returnToPlace } from './return-to-place';

const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation();

it.each([
  ['{"first":700}', [{ top: 700, behavior: 'instant' }]],
  ['{"another entry":700}', []],
  ['{"first":0}', []],
  ['not JSON', []],
])('with %s remembered it goes to %j', async (remembered, went) => {
  scrollTo.mockClear();
  sessionStorage.setItem('scroll-positions', remembered);
  await returnToPlace();
  expect(scrollTo.mock.calls.flat()).toEqual(went);
});

it('waits for the whole page', async () => {
  scrollTo.mockClear();
  sessionStorage.setItem('scroll-positions', '{"first":700}');
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const returned = returnToPlace();
  expect(scrollTo).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await returned;
  expect(scrollTo).toHaveBeenCalledTimes(1);
  readyState.mockRestore();
});
