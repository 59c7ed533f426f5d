import { useMemo, useState } from 'react';
import { findRoute } from './load-page';
import type { RemoteDefinition } from './page';
import { RoutePage } from './RoutePage';
import type { InitialData } from './use-loaded';

/** What renders a remote's pages, given where the visitor is. */
export interface RemotePagesProps {
  definition: RemoteDefinition;
  /** Path and query. */
  address: string;
  origin: string;
  /** For the first page. When the visitor comes back to it later, its head is the server's. */
  initial: InitialData | undefined;
}

/** The page of an address. One that is not ours leaves the last page standing until the shell unmounts us. */
export function RemotePages({ definition, address, origin, initial }: RemotePagesProps) {
  const [owned, setOwned] = useState(address);
  const [served, setServed] = useState(initial);
  const path = (given: string) => given.split('?')[0] ?? '/';
  if (address !== owned && findRoute(definition.routes, path(address))) {
    setOwned(address);
    setServed(undefined);
  }
  const url = useMemo(() => new URL(owned, origin), [owned, origin]);
  const match = useMemo(() => findRoute(definition.routes, url.pathname), [definition, url]);
  if (!match) return null;
  return <RoutePage key={match.route.path} route={match.route} params={match.params} url={url} initial={served} />;
}
