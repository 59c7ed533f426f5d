import { closeOverlays, overlayStore, tellBusy } from './shell-api';

it('closes the drawer and the enquiry, and answers the alert', () => {
  const close = jest.fn();
  overlayStore.set({ drawer: true, enquiry: { about: 'Aviation' }, alert: { text: 'Something went wrong.', close } });
  closeOverlays();
  expect(overlayStore.get().drawer).toBe(false);
  expect(overlayStore.get().enquiry).toBeUndefined();
  expect(close).toHaveBeenCalledTimes(1);
});

it('renders nothing where nothing lies over the page that is left', () => {
  overlayStore.set({ drawer: false, enquiry: undefined, alert: undefined });
  const hear = jest.fn();
  const forget = overlayStore.subscribe(hear);
  closeOverlays();
  expect(hear).not.toHaveBeenCalled();
  forget();
});

const isBusy = () => overlayStore.get().busy;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  tellBusy(false);
  jest.useRealTimers();
});

it('says that a page is waited for after 150 ms, however often it is announced', () => {
  tellBusy(true);
  jest.advanceTimersByTime(100);
  tellBusy(true);
  jest.advanceTimersByTime(49);
  expect(isBusy()).toBe(false);
  jest.advanceTimersByTime(1);
  expect(isBusy()).toBe(true);
  tellBusy(false);
  expect(isBusy()).toBe(false);
});

it('says nothing of a page that comes at once, and changes nothing', () => {
  const hear = jest.fn();
  const forget = overlayStore.subscribe(hear);
  tellBusy(true);
  jest.advanceTimersByTime(149);
  tellBusy(false);
  jest.advanceTimersByTime(1_000);
  expect(hear).not.toHaveBeenCalled();
  forget();
});
