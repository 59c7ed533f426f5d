import { screen, waitFor } from '@testing-library/dom';
import { isUnreachable } from '../navigation/links';
import { forgetListeners } from '../testing/browser-parts';
import { HeldEvents, postWhenServed } from './held-events';

jest.mock('../navigation/links', () => ({
  ...jest.requireActual<object>('../navigation/links'),
  isUnreachable: jest.fn(),
}));

forgetListeners();

let events: HeldEvents;
let clicked: jest.Mock;
let submitted: jest.Mock;

beforeEach(() => {
  document.body.innerHTML = `
    <header><button type="button" id="menu">Menu</button><a href="#top" id="link">Top</a></header>
    <div id="slot">
      <button type="button" id="tab">Tab</button>
      <form id="enquire" action="/contact"><button>Get started</button></form>
      <form id="save" method="post" action="/api/save"><button>Send</button></form>
    </div>`;
  clicked = jest.fn();
  submitted = jest.fn((event: Event) => event.preventDefault());
  events = new HeldEvents('slot');
  events.listen();
  for (const button of document.querySelectorAll('button[type=button]')) button.addEventListener('click', clicked);
  for (const form of document.forms) form.addEventListener('submit', submitted);
});

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const submit = (id: string) => byId<HTMLFormElement>(id).requestSubmit(byId(id).querySelector('button'));

it('does what a button was pressed for once its part is alive, and only then', () => {
  byId('menu').click();
  byId('tab').click();
  expect(clicked).not.toHaveBeenCalled();
  events.release('layout');
  expect(clicked.mock.calls.map(([{ target }]) => target.id)).toEqual(['menu']);
  expect(document.documentElement).toHaveAttribute('data-held');
  events.release('slot');
  expect(document.documentElement).not.toHaveAttribute('data-held');
  expect(clicked.mock.calls.map(([{ target }]) => target.id)).toEqual(['menu', 'tab']);
});

it('hears of nothing more once both parts are alive', () => {
  const looked = jest.spyOn(Element.prototype, 'closest');
  for (const [part, times] of [
    ['layout', 1],
    ['slot', 0],
  ] as const) {
    events.release(part);
    looked.mockClear();
    byId('link').click();
    expect(looked).toHaveBeenCalledTimes(times);
  }
  looked.mockRestore();
});

it.each(['submit', 'method', 'closest', 'dispatchEvent', 'isConnected'])(
  'sends a form in which a field is named %s',
  async (name) => {
    // In browsers, a field shadows the form's property of its name; in jsdom it does not.
    for (const id of ['enquire', 'save'])
      Object.defineProperty(byId(id), name, { value: document.createElement('input') });
    EventTarget.prototype.dispatchEvent.call(byId('enquire'), new MouseEvent('click', { bubbles: true }));
    HTMLFormElement.prototype.requestSubmit.call(byId('enquire'));
    events.release('slot');
    expect(submitted).toHaveBeenCalledTimes(1);
    jest.mocked(isUnreachable).mockResolvedValue(false);
    const sent = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation();
    HTMLFormElement.prototype.requestSubmit.call(byId('save'));
    expect(submitted).toHaveBeenCalledTimes(2);
    await postWhenServed(byId('save'), () => true);
    expect(sent).toHaveBeenCalledTimes(1);
  },
);

it('does once what was asked for twice', () => {
  byId('tab').click();
  byId('tab').click();
  events.release('slot');
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('submits a form that scripts answer when they are there', () => {
  submit('enquire');
  expect(submitted).not.toHaveBeenCalled();
  events.release('slot');
  expect(submitted).toHaveBeenCalledTimes(1);
});

it('presses its button first, once, for a click makes React hydrate what it is for', () => {
  const order: string[] = [];
  const pressed = jest.fn((event: Event) => order.push(`${event.type} of ${(event.target as Element).textContent}`));
  for (const type of ['click', 'submit']) byId('enquire').addEventListener(type, pressed, true);
  submit('enquire');
  events.release('slot');
  expect(order).toEqual(['click of Get started', 'submit of Get started']);
});

it('submits it once where React stops the press at its root, for what it is for waits for code', () => {
  byId('slot').addEventListener('click', (event) => event.stopPropagation(), true);
  submit('enquire');
  events.release('slot');
  expect(submitted).toHaveBeenCalledTimes(1);
});

it('submits it again while its part is being hydrated, until somebody answers', () => {
  submitted.mockImplementationOnce(() => {});
  const frames: FrameRequestCallback[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((layout) => frames.push(layout));
  submit('enquire');
  events.release('slot');
  expect(submitted).toHaveBeenCalledTimes(1);
  frames.shift()?.(0);
  expect(submitted).toHaveBeenCalledTimes(2);
  expect(frames).toEqual([]);
});

it('goes where a form leads without scripts when nobody answers within two seconds', () => {
  submitted.mockImplementation(() => {});
  const left = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation();
  const frames: FrameRequestCallback[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((layout) => frames.push(layout));
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  submit('enquire');
  events.release('slot');
  now.mockReturnValue(2_000);
  frames.shift()?.(0);
  expect(left).not.toHaveBeenCalled();
  now.mockReturnValue(2_001);
  frames.shift()?.(0);
  expect(left).toHaveBeenCalledTimes(1);
  expect(frames).toEqual([]);
});

it('leaves links to the browser', () => {
  const followed = jest.fn((event: Event) => event.preventDefault());
  byId('link').addEventListener('click', followed);
  byId('link').click();
  expect(followed).toHaveBeenCalledTimes(1);
});

describe('a form that posts, before its part is alive', () => {
  const posted = jest.fn();
  const line = (isOnline: boolean) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    if (isOnline) window.dispatchEvent(new Event('online'));
  };
  beforeEach(() => {
    posted.mockReset();
    jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(posted);
    jest.mocked(isUnreachable).mockReset().mockResolvedValue(false);
  });

  it('is posted without scripts when the server answers', async () => {
    submit('save');
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
    expect(submitted).not.toHaveBeenCalled();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each(['still waited for', 'given up'])('waits for the line, says so, and is posted once (%s)', async (how) => {
    line(false);
    if (how === 'given up') events.giveUp('slot');
    submit('save');
    submit('save');
    expect(await screen.findByRole('status')).toHaveTextContent(/You are offline.+kept.+sent by itself/);
    expect(screen.getAllByRole('status')).toHaveLength(1);
    expect(posted).not.toHaveBeenCalled();
    line(true);
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is not posted while the server does not answer, though the browser believes that it is online', async () => {
    jest.mocked(isUnreachable).mockResolvedValue(true);
    submit('save');
    await screen.findByRole('status');
    expect(posted).not.toHaveBeenCalled();
    jest.mocked(isUnreachable).mockResolvedValue(false);
    line(true);
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
  });

  it('hears of the line once, however often the server was asked', async () => {
    jest.useFakeTimers();
    const [heard, left] = [jest.spyOn(window, 'addEventListener'), jest.spyOn(window, 'removeEventListener')];
    const count = ({ mock }: { mock: { calls: unknown[][] } }) =>
      mock.calls.filter(([type]) => type === 'online').length;
    const listening = () => count(heard) - count(left);
    jest.mocked(isUnreachable).mockResolvedValue(true);
    submit('save');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(jest.mocked(isUnreachable).mock.calls.length).toBeGreaterThan(3);
    expect(listening()).toBe(1);
    events.release('slot');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(listening()).toBe(0);
    jest.useRealTimers();
  });

  it('is handed to its part when that comes alive', async () => {
    line(false);
    submit('save');
    await screen.findByRole('status');
    events.release('slot');
    expect(submitted).toHaveBeenCalledTimes(1);
    line(true);
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(posted).not.toHaveBeenCalled();
  });
});

it('goes where a form leads without scripts when the part stays as the server made it', () => {
  const left = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation();
  submit('enquire');
  events.giveUp('slot');
  expect(left).toHaveBeenCalledTimes(1);
  byId('tab').click();
  expect(clicked).toHaveBeenCalledTimes(1);
});
