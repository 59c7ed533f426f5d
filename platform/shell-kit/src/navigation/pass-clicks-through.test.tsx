import { passClicksThrough } from './pass-clicks-through';

const clicked = jest.fn();
const skipTransition = jest.fn();
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

const fade = () => {
  passClicksThrough({ skipTransition, finished: new Promise((resolve) => (end = resolve)) });
};
const press = (target: Element) => target.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
const release = (target: Element) =>
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 40, ctrlKey: true }));

it('ends the fade that is pressed, and clicks on what lies beneath, once', async () => {
  fade();
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
  fade();
  press(document.documentElement);
  release(link);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('clicks on what was pressed before the fade and is released within it', () => {
  press(link);
  fade();
  release(document.documentElement);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  expect(clicked.mock.calls).toEqual([['Contact', 40, true]]);
});

it('clicks on nothing when what was pressed is released elsewhere', () => {
  press(link);
  fade();
  beneath = other;
  release(document.documentElement);
  expect(clicked).not.toHaveBeenCalled();
});

it('clicks on nothing when what was pressed is gone with its page', () => {
  press(link);
  fade();
  link.remove();
  beneath = other;
  release(document.documentElement);
  expect(clicked).not.toHaveBeenCalled();
});

it('forgets a press that the browser takes for a scroll', () => {
  fade();
  press(document.documentElement);
  document.documentElement.dispatchEvent(new MouseEvent('pointercancel', { bubbles: true }));
  release(document.documentElement);
  expect(clicked).not.toHaveBeenCalled();
});

it('hears of no press after the fade', async () => {
  fade();
  end();
  await Promise.resolve();
  press(document.documentElement);
  release(document.documentElement);
  expect(skipTransition).not.toHaveBeenCalled();
  expect(clicked).not.toHaveBeenCalled();
});
