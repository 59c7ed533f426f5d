/**
 * Listens to changes of the address as they happen: single-spa holds other listeners back until it has unmounted, which
 * a remote that is just being mounted may delay.
 */
export function onPopState(listener: () => void): void {
  EventTarget.prototype.addEventListener.call(window, 'popstate', listener);
}
