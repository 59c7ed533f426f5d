import { closeOverlays } from './close-overlays';
import { overlayStore } from './overlay-store';

it('closes the enquiry and answers the alert', () => {
  const close = jest.fn();
  overlayStore.set({ enquiry: { about: 'Aviation' }, alert: { text: 'Something went wrong.', close } });
  closeOverlays();
  expect(overlayStore.get().enquiry).toBeUndefined();
  expect(close).toHaveBeenCalledTimes(1);
});
