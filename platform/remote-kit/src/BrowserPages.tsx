import { startTransition, useEffect, useState } from 'react';
import { currentAddress } from './current-address';
import { RemotePages, type RemotePagesProps } from './RemotePages';

/** A query that the shell has taken from the address meanwhile makes no other page. */
const caughtUp = (address: string): string =>
  address.split('?')[0] === window.location.pathname ? address : currentAddress();

/**
 * Follows the address bar. A transition keeps the old page while the code of the next one is on its way. What the server made
 * is hydrated as the page that it is, also when the visitor has gone on since.
 */
export function BrowserPages(props: Omit<RemotePagesProps, 'address'>) {
  const [address, setAddress] = useState(() => props.initial?.key ?? currentAddress());
  useEffect(() => {
    const follow = () => startTransition(() => setAddress(currentAddress()));
    window.addEventListener('popstate', follow);
    startTransition(() => setAddress(caughtUp));
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return <RemotePages {...props} address={address} />;
}
