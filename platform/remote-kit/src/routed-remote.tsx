import { type ReactElement, startTransition, useLayoutEffect, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  parsePath,
  Route,
  Router,
  Routes,
  useLocation,
} from 'react-router-dom';
import type { RemoteDefinition, RemoteRoute } from './page';
import { type PagesComponent, type PreparedApp, RemotePages, remoteApp } from './remote';

/**
 * Creates a remote whose pages use react-router's hooks and components. It costs visitors 12 kB more than
 * `createRemote`, which suffices for static pages.
 */
export const createRoutedRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, RoutedPages);

/**
 * React Router's `BrowserRouter` for a page that hydrates in slices. It begins at the server's page, and then follows
 * where the visitor went before it listened.
 */
const RoutedPages: PagesComponent = ({ view, ...props }) => {
  const [history] = useState(() => createBrowserHistory({ window: view as Window, v5Compat: true }));
  const [{ action, location }, setState] = useState(() => {
    const { action, location } = history;
    return { action, location: { ...location, ...(props.initial && { search: '', ...parsePath(props.initial.key) }) } };
  });
  useLayoutEffect(() => {
    const { action, location } = history;
    const leave = history.listen((next) => startTransition(() => setState(next)));
    startTransition(() =>
      // A query that the shell removed meanwhile is no other page.
      setState((first) => (first.location.pathname === location.pathname ? first : { action, location })),
    );
    return leave;
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <RemotePages {...props} address={addressOf(location)} around={inRoute} />
    </Router>
  );
};

const addressOf = ({ pathname, search }: Location): string => pathname + search;

const inRoute = (page: ReactElement, { path }: RemoteRoute, address: string) => (
  <PageRoute path={path} page={page} address={address} />
);

/** A page as a React Router route. Its hooks keep the page's location while the visitor is at a foreign address. */
function PageRoute({ path, page, address }: { path: string; page: ReactElement; address: string }) {
  const location = useLocation();
  const [owned, setOwned] = useState(location);
  if (location !== owned && addressOf(location) === address) setOwned(location);
  return (
    <Routes location={owned}>
      <Route path={path} element={page} />
    </Routes>
  );
}
