import { stubBrowser } from '../testing/browser-parts';
import { painted } from './arrive';
import { crossFade, passClicksThrough } from './turn';

jest.mock('./arrive');

const update = jest.fn().mockResolvedValue(undefined);

const fade = (run: () => Promise<void>) => ({
  updateCallbackDone: run(),
  ready: Promise.resolve(),
  finished: Promise.resolve(),
  skipTransition() {},
});

const skipTransition = jest.fn();

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

const clicked = jest.fn();

let link: HTMLAnchorElement;

let other: HTMLAnchorElement;

let beneath: Element;

let end: () => void;

beforeEach(() => {
  jest.clearAllMocks();
  document.body.innerHTML = '<nav><a>Contact</a><a>Blog</a></nav>';
  [link, other] = [...document.querySelectorAll('a')] as [HTMLAnchorElement, HTMLAnchorElement];
  for (const element of [link, other]) {
    element.addEventListener('click', ({ clientX, ctrlKey }) => clicked(element.textContent, clientX, ctrlKey));
  }
  beneath = link;
  document.elementFromPoint = () => beneath;
});

const beginFade = () => {
  passClicksThrough({ skipTransition, finished: new Promise((resolve) => (end = resolve)) });
};

const press = (target: Element) => target.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));

const release = (target: Element) =>
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 40, ctrlKey: true }));

it('ends the fade that is pressed, and clicks on what lies beneath, once', async () => {
  beginFade();
  press(document.documentElement);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  end();
  await Promise.resolve();
  release(document.documentElement);
  expect(clicked.mock.calls).toEqual([['Contact', 40, true]]);
  release(document.documentElement);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('leaves a click alone that the browser brings to what was pressed', () => {
  beginFade();
  press(document.documentElement);
  release(link);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('clicks on what was pressed before the fade and is released within it', () => {
  press(link);
  beginFade();
  release(document.documentElement);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  expect(clicked.mock.calls).toEqual([['Contact', 40, true]]);
});

it('clicks on nothing when what was pressed is released elsewhere', () => {
  press(link);
  beginFade();
  beneath = other;
  release(document.documentElement);
  expect(clicked).not.toHaveBeenCalled();
});

it('clicks on nothing when what was pressed is gone with its page', () => {
  press(link);
  beginFade();
  link.remove();
  beneath = other;
  release(document.documentElement);
  expect(clicked).not.toHaveBeenCalled();
});

it('forgets a press that the browser takes for a scroll', () => {
  beginFade();
  press(document.documentElement);
  document.documentElement.dispatchEvent(new MouseEvent('pointercancel', { bubbles: true }));
  release(document.documentElement);
  expect(clicked).not.toHaveBeenCalled();
});

it('hears of no press after the fade', async () => {
  beginFade();
  end();
  await Promise.resolve();
  press(document.documentElement);
  release(document.documentElement);
  expect(skipTransition).not.toHaveBeenCalled();
  expect(clicked).not.toHaveBeenCalled();
});
