import { stubBrowser } from '../testing/browser-parts';
import { crossFade } from './cross-fade';
import { painted } from './painted';

jest.mock('./painted');

const update = jest.fn().mockResolvedValue(undefined);
const fade = (run: () => Promise<void>) => ({
  updateCallbackDone: run(),
  ready: Promise.resolve(),
  finished: Promise.resolve(),
  skipTransition() {},
});
const startViewTransition = jest.fn(fade);

beforeEach(() => {
  jest.clearAllMocks();
  jest.mocked(painted).mockResolvedValue(2);
  Object.assign(document, { startViewTransition });
});
afterAll(() => Reflect.deleteProperty(document, 'startViewTransition'));

it('fades to the new page', async () => {
  stubBrowser();
  await crossFade(update);
  expect(startViewTransition).toHaveBeenCalledTimes(1);
  expect(update).toHaveBeenCalledTimes(1);
});

it('takes no notice of a fade that the next click skips', async () => {
  stubBrowser();
  const skipped = () => Promise.reject(new DOMException('Transition was skipped', 'AbortError'));
  startViewTransition.mockImplementationOnce((run) => ({
    ...fade(run),
    ready: skipped(),
    finished: skipped(),
  }));
  await expect(crossFade(update)).resolves.toBeUndefined();
});

it('does not fade for who wants no motion', async () => {
  stubBrowser({ reducedMotion: true });
  await crossFade(update);
  expect(startViewTransition).not.toHaveBeenCalled();
  expect(update).toHaveBeenCalledTimes(1);
});

it('does not fade where a frame takes so long that the visitor would wait for the fade', async () => {
  stubBrowser();
  jest.mocked(painted).mockResolvedValue(5);
  await crossFade(update);
  expect(startViewTransition).not.toHaveBeenCalled();
  expect(update).toHaveBeenCalledTimes(1);
});

it('shows the click before it shows the page', async () => {
  stubBrowser({ reducedMotion: true });
  jest.mocked(painted).mockReturnValue(new Promise(() => {}));
  void crossFade(update);
  expect(update).not.toHaveBeenCalled();
});

it('shows the page in browsers that cannot fade', async () => {
  stubBrowser();
  Object.assign(document, { startViewTransition: undefined });
  await crossFade(update);
  expect(update).toHaveBeenCalledTimes(1);
});

it('fades no more once the picture of a page took long', async () => {
  stubBrowser();
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  startViewTransition.mockImplementationOnce((run) => {
    now.mockReturnValue(1_061);
    return fade(run);
  });
  await crossFade(update);
  await crossFade(update);
  expect(startViewTransition).toHaveBeenCalledTimes(1);
  expect(update).toHaveBeenCalledTimes(2);
});
