import { closeOverlays } from './close-overlays';
import { overlayStore } from './overlay-store';

it('closes the drawer and the enquiry, and answers the alert', () => {
  const close = jest.fn();
  overlayStore.set({ drawer: true, enquiry: { about: 'Aviation' }, alert: { text: 'Something went wrong.', close } });
  closeOverlays();
  expect(overlayStore.get().drawer).toBe(false);
  expect(overlayStore.get().enquiry).toBeUndefined();
  expect(close).toHaveBeenCalledTimes(1);
});
