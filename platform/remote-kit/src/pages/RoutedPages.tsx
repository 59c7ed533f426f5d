import { useMemo, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { findRoute } from './load-page';
import type { RemoteRoute } from './page';
import type { RemotePagesProps } from './RemotePages';
import { RoutePage } from './RoutePage';

type RoutedPagesProps = Omit<RemotePagesProps, 'address'>;

function RoutedPage({ route, origin, initial }: { route: RemoteRoute } & Omit<RoutedPagesProps, 'definition'>) {
  const { pathname, search } = useLocation();
  const url = useMemo(() => new URL(pathname + search, origin), [pathname, search, origin]);
  const params = useMemo(() => findRoute([route], pathname)?.params ?? {}, [route, pathname]);
  return <RoutePage route={route} params={params} url={url} initial={initial} />;
}

/**
 * The pages as routes of React Router, whose hooks they may use. A place that is not ours leaves the last page
 * standing, and its hooks where they were, until the shell unmounts us.
 */
export function RoutedPages({ definition, origin, initial }: RoutedPagesProps) {
  const location = useLocation();
  const [owned, setOwned] = useState(location);
  const [served, setServed] = useState(initial);
  if (location !== owned && findRoute(definition.routes, location.pathname)) {
    setOwned(location);
    setServed(undefined);
  }
  return (
    <Routes location={owned}>
      {definition.routes.map((route) => (
        <Route
          key={route.path}
          path={route.path}
          element={<RoutedPage key={route.path} route={route} origin={origin} initial={served} />}
        />
      ))}
    </Routes>
  );
}
