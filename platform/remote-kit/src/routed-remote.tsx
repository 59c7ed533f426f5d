import type { AddressView } from '@wholepage/contracts/mount';
import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  Route,
  Router,
  Routes,
  useLocation,
} from 'react-router-dom';
import type { RemoteDefinition, RemoteRoute } from './page';
import { type PagesComponent, type PreparedApp, type RemotePagesProps, RoutePage, remoteApp } from './remote';
import { findRoute } from './routes';

/**
 * A remote whose pages use react-router's hooks and components. It costs a visitor 12 kB more than
 * `createRemote`, so a remote of static pages does without.
 */
export const createRoutedRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, Pages);

const Pages: PagesComponent = ({ view, ...props }) => (
  <PageRouter served={props.initial?.key} view={view}>
    <RoutedPages {...props} />
  </PageRouter>
);

interface PageRouterProps {
  /** Path and query of the page that the server made, where it made one. */
  served: string | undefined;
  /** Whose address the router follows. */
  view: AddressView;
  children: ReactNode;
}

/** Path and query of the page that the server made take the place of the address bar's. */
const at = (location: Location, served: string | undefined): Location => {
  if (served === undefined) return location;
  const { pathname, search } = new URL(served, 'http://any');
  return { ...location, pathname, search };
};

/**
 * React Router's `BrowserRouter` for a page that is hydrated in slices. It begins at the page that the server made, and looks
 * where the visitor has gone before it listened.
 */
function PageRouter({ served, view, children }: PageRouterProps) {
  const [history] = useState(() => createBrowserHistory({ window: view as Window, v5Compat: true }));
  const [{ action, location }, setState] = useState(() => {
    const { action, location } = history;
    return { action, location: at(location, served) };
  });
  useLayoutEffect(() => {
    const { action, location } = history;
    const leave = history.listen((next) => startTransition(() => setState(next)));
    startTransition(() =>
      // A query that the shell has taken from the address meanwhile makes no other page.
      setState((first) => (first.location.pathname === location.pathname ? first : { action, location })),
    );
    return leave;
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}

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
