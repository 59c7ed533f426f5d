import type { DetailSchema } from '@wholepage/contracts/events';
import { FRAGMENT_KEY_MARK, type FragmentProps, type RenderFragment } from '@wholepage/contracts/fragment';
import { headSchema } from '@wholepage/contracts/head';
import type { ShellApi } from '@wholepage/contracts/mount';
import type { Render } from '@wholepage/contracts/render';
import { withSiteShell } from '@wholepage/page-rules/site-shell';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import type { FragmentsDefinition } from './fragments/fragment';
import { RemoteContext, type RemoteDefinition } from './page';
import { RoutePage } from './remote';
import { findRoute, loadPage } from './routes';

/* The server entry of a React remote: its pages, and its fragments. */

const DEFAULT_MAX_AGE_SECONDS = 3600;

/** The remote was asked for a path that it does not own. */
class RouteNotOwnedError extends Error {
  override name = 'RouteNotOwnedError';
}

/**
 * Creates the server entry of a React remote, with or without a router in the browser: on the server a router costs
 * nothing. Errors of a page reach the composer, which sends an empty slot.
 */
export function createRender(definition: RemoteDefinition): Render {
  return async ({ url: href, config, cookies = {}, fetch, signal }) => {
    const url = new URL(href);
    const address = url.pathname + url.search;
    const match = findRoute(definition.routes, url.pathname);
    if (!match) throw new RouteNotOwnedError(`${definition.name} owns no route for ${url.pathname}`);
    const { route, params } = match;
    const page = await loadPage(route);
    const loaded = await page.load({ url, params, config, cookies, fetch, signal });
    if (!('head' in loaded)) return loaded;
    if (loaded.allow && !route.document)
      throw new Error(`${route.path} returns "allow", which a soft navigation cannot apply: set "document: true".`);
    const data = loaded.data ?? null;
    const html = await htmlOf(
      <RemoteContext.Provider value={{ config, shell: shellOnServer }}>
        <StaticRouter location={address}>
          <Routes>
            <Route
              path={route.path}
              element={<RoutePage route={route} params={params} url={url} initial={{ key: address, data }} />}
            />
          </Routes>
        </StaticRouter>
      </RemoteContext.Provider>,
      `${definition.name}-`,
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

/** Renders a tree, again while it has `lazy()` parts, which load in a microtask. @param deepest levels of nested ones */
async function htmlOf(tree: ReactNode, identifierPrefix: string, deepest = 5, before = ''): Promise<string> {
  const html = renderToString(tree, { identifierPrefix });
  if (!html.includes('<!--$!-->') || html === before || deepest === 0) return html;
  await new Promise((resolve) => setTimeout(resolve));
  return htmlOf(tree, identifierPrefix, deepest - 1, html);
}

/** The remote was asked for an unknown fragment, or with invalid props. */
export class FragmentRequestError extends Error {
  override name = 'FragmentRequestError';
}

interface RenderFragmentDefinition extends FragmentsDefinition {
  /** Schemas of each fragment's props, of any Standard Schema library. */
  props: Readonly<Record<string, DetailSchema<FragmentProps>>>;
}

/** Creates the server entry of a remote's fragments, exported as `renderFragment` beside `render`. */
export function createRenderFragment({
  name: app,
  fragments,
  props: schemas,
}: RenderFragmentDefinition): RenderFragment {
  return async ({ name, props: given, url, config, cookies, fetch, signal }) => {
    const declared = fragments.find((fragment) => fragment.name === name);
    if (!declared) throw new FragmentRequestError(`${app} has no fragment "${name}"`);
    const props = await checked(schemas[name], given, `${app}/${name}`);
    const { fragment } = await declared.load();
    const loaded = await fragment.load?.({ props, url: new URL(url), config, cookies, fetch, signal });
    const data = loaded?.data ?? null;
    const html = await htmlOf(
      <RemoteContext.Provider value={{ config, shell: shellOnServer }}>
        <fragment.Component props={props} data={data} />
      </RemoteContext.Provider>,
      `${FRAGMENT_KEY_MARK}-`,
    );
    return {
      html,
      data,
      status: loaded?.status ?? 200,
      ...(loaded?.maxAge !== undefined && { maxAge: loaded.maxAge }),
    };
  };
}

async function checked(
  schema: DetailSchema<FragmentProps> | undefined,
  props: FragmentProps,
  what: string,
): Promise<FragmentProps> {
  if (!schema) return props;
  const result = (await schema['~standard'].validate(props)) as
    | { value: FragmentProps }
    | { issues: readonly { message?: string }[] };
  if ('value' in result) return result.value;
  const [issue] = result.issues;
  throw new FragmentRequestError(`${what}: its props do not fit (${issue?.message ?? 'no reason given'})`);
}

const outsideBrowser = (): never => {
  throw new Error('The shell can be asked only in the browser, from an event or an effect.');
};

/** Stand-in for the shell during a render on the server. */
const shellOnServer: ShellApi = withSiteShell(
  {
    alert: outsideBrowser,
    toast: outsideBrowser,
    navigate: outsideBrowser,
    setHead: outsideBrowser,
    fail: outsideBrowser,
    events: { publish: outsideBrowser, subscribe: outsideBrowser },
  },
  outsideBrowser,
);
