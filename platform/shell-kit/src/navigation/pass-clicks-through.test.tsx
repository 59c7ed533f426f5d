import { passClicksThrough } from './pass-clicks-through';

const clicked = jest.fn();
let link: HTMLAnchorElement;
let end: () => void;
const skipTransition = jest.fn();

beforeEach(() => {
  jest.clearAllMocks();
  document.body.innerHTML = '<a>Contact</a>';
  link = document.querySelector('a') as HTMLAnchorElement;
  link.addEventListener('click', ({ clientX, ctrlKey }) => clicked(clientX, ctrlKey));
  document.elementFromPoint = () => link;
  passClicksThrough({ skipTransition, finished: new Promise((resolve) => (end = resolve)) });
});

/** A press and its click, as the browser tells them of what the pictures of a fade lie over. */
const press = (target: Element) => {
  target.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 40, ctrlKey: true }));
};

it('ends the fade that is pressed, and clicks on what lies beneath, once', () => {
  press(document.documentElement);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  expect(clicked.mock.calls).toEqual([[40, true]]);
  press(document.documentElement);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('leaves a click alone that the browser brings to what was pressed', () => {
  press(link);
  expect(skipTransition).toHaveBeenCalledTimes(1);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('hears of no press after the fade', async () => {
  end();
  await Promise.resolve();
  press(document.documentElement);
  expect(skipTransition).not.toHaveBeenCalled();
  expect(clicked).not.toHaveBeenCalled();
});
