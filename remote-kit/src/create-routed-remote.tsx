import type { RemoteApp } from 'contracts/mount';
import { BrowserRouter } from 'react-router-dom';
import type { RemoteDefinition } from './page';
import { RoutedPages } from './RoutedPages';
import { type PagesComponent, remoteApp } from './remote-app';

const Pages: PagesComponent = (props) => (
  <BrowserRouter>
    <RoutedPages {...props} />
  </BrowserRouter>
);

/**
 * A remote whose pages use react-router's hooks and components. It costs a visitor 12 kB more than
 * `createRemote`, so a remote of static pages does without.
 */
export const createRoutedRemote = (definition: RemoteDefinition): RemoteApp => remoteApp(definition, Pages);
