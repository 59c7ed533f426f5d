import type { AddressView } from '@wholepage/contracts/mount';
import { startTransition, useEffect, useState } from 'react';
import { currentAddress } from './mount/current-address';
import { type FollowingPagesProps, type PreparedApp, remoteApp } from './mount/remote-app';
import type { RemoteDefinition } from './pages/page';
import { RemotePages } from './pages/RemotePages';

/** A remote whose pages read no more of the address than their `load` is given. */
export const createRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, BrowserPages);

/** A query that the shell has taken from the address meanwhile makes no other page. */
const caughtUp = (address: string, view: AddressView): string =>
  address.split('?')[0] === view.location.pathname ? address : currentAddress(view);

/**
 * Follows the address bar. A transition keeps the old page while the code of the next one is on its way. What the server made
 * is hydrated as the page that it is, also when the visitor has gone on since.
 */
function BrowserPages({ view, ...props }: FollowingPagesProps) {
  const [address, setAddress] = useState(() => props.initial?.key ?? currentAddress(view));
  useEffect(() => {
    const follow = () => startTransition(() => setAddress(currentAddress(view)));
    view.addEventListener('popstate', follow);
    startTransition(() => setAddress((before) => caughtUp(before, view)));
    return () => view.removeEventListener('popstate', follow);
  }, [view]);
  return <RemotePages {...props} address={address} />;
}
