import type { AddressView } from '@wholepage/contracts/mount';
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router-dom';
import { type PagesComponent, type PreparedApp, remoteApp } from './mount/remote-app';
import type { RemoteDefinition } from './pages/page';
import { RoutedPages } from './pages/RoutedPages';

const Pages: PagesComponent = ({ view, ...props }) => (
  <PageRouter served={props.initial?.key} view={view}>
    <RoutedPages {...props} />
  </PageRouter>
);

/**
 * A remote whose pages use react-router's hooks and components. It costs a visitor 12 kB more than
 * `createRemote`, so a remote of static pages does without.
 */
export const createRoutedRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, Pages);

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
export function PageRouter({ served, view, children }: PageRouterProps) {
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
