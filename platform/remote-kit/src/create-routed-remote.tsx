import type { RemoteApp } from '@wholepage/contracts/mount';
import { PageRouter } from './PageRouter';
import type { RemoteDefinition } from './page';
import { RoutedPages } from './RoutedPages';
import { type PagesComponent, remoteApp } from './remote-app';

const Pages: PagesComponent = ({ view, ...props }) => (
  <PageRouter served={props.initial?.key} view={view}>
    <RoutedPages {...props} />
  </PageRouter>
);

/**
 * A remote whose pages use react-router's hooks and components. It costs a visitor 12 kB more than
 * `createRemote`, so a remote of static pages does without.
 */
export const createRoutedRemote = (definition: RemoteDefinition): RemoteApp => remoteApp(definition, Pages);
