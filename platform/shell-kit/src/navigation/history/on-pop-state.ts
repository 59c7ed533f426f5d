/**
 * Listens to changes of the address as they happen. single-spa holds other listeners back until it has unmounted, and a
 * remote that is being mounted may delay that.
 */
export function onPopState(listener: () => void): void {
  EventTarget.prototype.addEventListener.call(window, 'popstate', listener);
}
