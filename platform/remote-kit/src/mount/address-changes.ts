import type { AddressView } from '@wholepage/contracts/mount';
import { createContext } from 'react';
import { currentAddress } from './current-address';

/** How often the address became another page's. Who goes to a page and back at once changes nothing else. */
export interface AddressChanges {
  count(): number;
  /** @returns a function that ends the subscription */
  subscribe(onChange: () => void): () => void;
  /** Whether the address is still this page's. */
  isAt(page: string): boolean;
}

/** On the server the address never changes. */
export const AddressChangesContext = createContext<AddressChanges>({
  count: () => 0,
  subscribe: () => () => {},
  isAt: () => true,
});

/** Counts from now on, so that what changes before React listens is counted, too. */
export function watchAddress(view: AddressView): AddressChanges & { end(): void } {
  const listeners = new Set<() => void>();
  let count = 0;
  let last = currentAddress(view);
  const follow = (): void => {
    const now = currentAddress(view);
    if (now === last) return;
    last = now;
    count += 1;
    for (const listener of listeners) listener();
  };
  view.addEventListener('popstate', follow);
  return {
    count: () => count,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    // A query that the shell takes from the address makes no other page.
    isAt: (page) => currentAddress(view) === page || (count === 0 && page.split('?')[0] === view.location.pathname),
    end: () => view.removeEventListener('popstate', follow),
  };
}
