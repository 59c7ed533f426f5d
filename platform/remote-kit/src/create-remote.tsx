import { BrowserPages } from './mount/BrowserPages';
import { type PreparedApp, remoteApp } from './mount/remote-app';
import type { RemoteDefinition } from './pages/page';

/** A remote whose pages read no more of the address than their `load` is given. */
export const createRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, BrowserPages);
