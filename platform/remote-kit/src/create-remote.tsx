import type { RemoteApp } from '@wholepage/contracts/mount';
import { BrowserPages } from './BrowserPages';
import type { RemoteDefinition } from './page';
import { remoteApp } from './remote-app';

/** A remote whose pages read no more of the address than their `load` is given. */
export const createRemote = (definition: RemoteDefinition): RemoteApp => remoteApp(definition, BrowserPages);
