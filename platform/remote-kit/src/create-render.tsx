import { headSchema } from '@wholepage/contracts/head';
import type { Render } from '@wholepage/contracts/render';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { findRoute, loadPage } from './pages/load-page';
import type { RemoteDefinition } from './pages/page';
import { RoutedPages } from './pages/RoutedPages';
import { RemoteContext } from './remote-context';
import { shellOnServer } from './shell-on-server';

const DEFAULT_MAX_AGE_SECONDS = 3600;

/** A path that this remote does not own was asked of it. */
class RouteNotOwnedError extends Error {
  override name = 'RouteNotOwnedError';
}

/**
 * The server entry of a React remote, with or without a router in the browser: on the server a router costs nothing.
 * Whatever a page throws reaches the composer, which sends an empty slot.
 */
export function createRender(definition: RemoteDefinition): Render {
  return async ({ url: href, config, cookies = {}, fetch, signal }) => {
    const url = new URL(href);
    const address = url.pathname + url.search;
    const match = findRoute(definition.routes, url.pathname);
    if (!match) throw new RouteNotOwnedError(`${definition.name} owns no route for ${url.pathname}`);
    const page = await loadPage(match.route);
    const loaded = await page.load({ url, params: match.params, config, cookies, fetch, signal });
    if (!('head' in loaded)) return loaded;
    const data = loaded.data ?? null;
    const html = renderToString(
      <RemoteContext.Provider value={{ config, shell: shellOnServer }}>
        <StaticRouter location={address}>
          <RoutedPages definition={definition} origin={url.origin} initial={{ key: address, data }} />
        </StaticRouter>
      </RemoteContext.Provider>,
      { identifierPrefix: `${definition.name}-` },
    );
    return {
      status: loaded.status ?? 200,
      head: headSchema.parse(loaded.head),
      html,
      data,
      maxAge: loaded.maxAge ?? DEFAULT_MAX_AGE_SECONDS,
      ...(loaded.allow && { allow: loaded.allow }),
    };
  };
}
