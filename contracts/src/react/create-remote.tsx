import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { RemoteApp } from '../mount';
import { findRoute, loadPage } from './load-page';
import type { RemoteDefinition } from './page';
import { RemoteBoundary } from './RemoteBoundary';
import { RemoteRoutes } from './RemoteRoutes';
import { RemoteContext } from './remote-context';

/** The browser entry of a React remote: one root in its slot, hydrated when the server made its HTML. */
export function createRemote(definition: RemoteDefinition): RemoteApp {
  let root: Root | undefined;
  return {
    async bootstrap() {},

    async mount({ slot, config, data, shell }) {
      const match = findRoute(definition.routes, window.location.pathname);
      if (match) await loadPage(match.route);
      const key = window.location.pathname + window.location.search;
      const serverMade = data !== undefined && slot.hasChildNodes();
      const tree = (
        <RemoteBoundary name={definition.name}>
          <RemoteContext value={{ config, shell }}>
            <BrowserRouter>
              <RemoteRoutes
                definition={definition}
                origin={window.location.origin}
                initial={serverMade ? { key, data } : undefined}
              />
            </BrowserRouter>
          </RemoteContext>
        </RemoteBoundary>
      );
      const options = { identifierPrefix: `${definition.name}-` };
      if (serverMade) {
        root = hydrateRoot(slot, tree, options);
      } else {
        slot.replaceChildren();
        root = createRoot(slot, options);
        flushSync(() => root?.render(tree));
      }
    },

    async unmount({ slot }) {
      root?.unmount();
      root = undefined;
      slot.replaceChildren();
    },
  };
}
