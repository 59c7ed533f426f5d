import type { RemoteApp } from 'contracts/mount';
import { BrowserRouter } from 'react-router-dom';
import { createRemote, type PagesComponent } from './create-remote';
import type { RemoteDefinition } from './page';
import { RoutedPages } from './RoutedPages';

const Pages: PagesComponent = (props) => (
  <BrowserRouter>
    <RoutedPages {...props} />
  </BrowserRouter>
);

/**
 * A remote whose pages use react-router's hooks and components. It costs a visitor 12 kB more than
 * {@link createRemote}, so a remote of static pages does without.
 */
export const createRoutedRemote = (definition: RemoteDefinition): RemoteApp => createRemote(definition, Pages);
