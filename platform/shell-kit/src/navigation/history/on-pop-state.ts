/**
 * Listens to changes of the address as they happen. single-spa holds other listeners back until it has unmounted, and a
 * remote that is being mounted may delay that.
 */
export function onAddressChange(listener: (event: Event) => void): void {
  for (const type of ['popstate', 'hashchange']) EventTarget.prototype.addEventListener.call(window, type, listener);
}
