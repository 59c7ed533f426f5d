import { stubBrowser } from '../testing/browser-parts';
import { crossFade } from './cross-fade';

const update = jest.fn().mockResolvedValue(undefined);
const startViewTransition = jest.fn((run: () => Promise<void>) => ({ updateCallbackDone: run() }));

beforeEach(() => {
  jest.clearAllMocks();
  Object.assign(document, { startViewTransition });
});
afterAll(() => Reflect.deleteProperty(document, 'startViewTransition'));

it('fades to the new page', async () => {
  stubBrowser();
  await crossFade(update);
  expect(startViewTransition).toHaveBeenCalledTimes(1);
  expect(update).toHaveBeenCalledTimes(1);
});

it('does not fade for who wants no motion', async () => {
  stubBrowser({ reducedMotion: true });
  await crossFade(update);
  expect(startViewTransition).not.toHaveBeenCalled();
  expect(update).toHaveBeenCalledTimes(1);
});

it('shows the page in browsers that cannot fade', async () => {
  stubBrowser();
  Object.assign(document, { startViewTransition: undefined });
  await crossFade(update);
  expect(update).toHaveBeenCalledTimes(1);
});
