import type { AddressView } from '@wholepage/contracts/mount';
import { startTransition, useEffect, useState } from 'react';
import { RemotePages } from '../pages/RemotePages';
import { currentAddress } from './current-address';
import type { FollowingPagesProps } from './remote-app';

/** A query that the shell has taken from the address meanwhile makes no other page. */
const caughtUp = (address: string, view: AddressView): string =>
  address.split('?')[0] === view.location.pathname ? address : currentAddress(view);

/**
 * Follows the address bar. A transition keeps the old page while the code of the next one is on its way. What the server made
 * is hydrated as the page that it is, also when the visitor has gone on since.
 */
export function BrowserPages({ view, ...props }: FollowingPagesProps) {
  const [address, setAddress] = useState(() => props.initial?.key ?? currentAddress(view));
  useEffect(() => {
    const follow = () => startTransition(() => setAddress(currentAddress(view)));
    view.addEventListener('popstate', follow);
    startTransition(() => setAddress((before) => caughtUp(before, view)));
    return () => view.removeEventListener('popstate', follow);
  }, [view]);
  return <RemotePages {...props} address={address} />;
}
