import { failurePanel } from '../remote-host';

const online = (isOnline: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

it.each([
  ['failed', true, /on our side/],
  ['unreachable', true, /connection or our server/],
  ['unreachable', false, /You are offline/],
] as const)('says what is true of a page that %s (online: %s)', (cause, isOnline, words) => {
  online(isOnline);
  expect(failurePanel(() => {}, cause)).toHaveTextContent(words);
});

it('tries again by itself when the line is back, for as long as it is shown', () => {
  online(false);
  const retry = jest.fn();
  document.body.append(failurePanel(retry, 'unreachable'));
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(1);
  document.body.replaceChildren(failurePanel(retry, 'unreachable'));
  document.body.replaceChildren();
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(1);
});
