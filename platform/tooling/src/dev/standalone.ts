import type { IncomingMessage, ServerResponse } from 'node:http';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, STANDALONE_NOTE } from '@wholepage/contracts/page';
import type { AppName } from '@wholepage/contracts/release';
import type { ContentFile, Navigation } from '@wholepage/contracts/site';
import { htmlElement } from '@wholepage/page-rules/html';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { readDefinition } from '../build/build-app';
import { browserConfig, standaloneConfig } from '../build/webpack/webpack-config';
import { jsonIn } from '../content/resolve';
import { codeFile, workspaceRemotes } from '../paths';
import { requireFreePorts } from '../run/spawn';
import { apiOf, atSite, namedBackEnds, siteDefinition } from '../site/definition';
import { SWAPPED } from './hot/hot-loader';

/** Returns the proxy to the remote's own back end, for calls that no scenario answers. */
function ownBackEnd(name: string) {
  const target = namedBackEnds()[name];
  if (!target) return [];
  return [{ context: [`/api/${name}`], target, changeOrigin: true, pathRewrite: { [`^/api/${name}`]: '' } }];
}

/** `wholepage standalone <app>`: serves the remote alone on its port, and swaps changes in the open page. */
export async function standalone([word]: readonly string[]): Promise<void> {
  const remotes = workspaceRemotes();
  const name = remotes.find((remote) => remote === word);
  if (!name) throw new Error(`Name a remote: ${remotes.join(', ')}.`);
  // A site with its own port setting also sets PORT, which is not meant for the remote then.
  const typed = (await siteDefinition()).port ? '' : process.env.PORT;
  const port = Number(typed || (await readDefinition(name)).port);
  await requireFreePorts({ PORT: port });
  const origin = await serveHot(name, port);
  console.log(`${name} alone at ${origin}. Its calls to the API are answered by the scenario chosen on the page.`);
  console.log(`Within the site: ?override=${name}@${origin} on any of its pages, outside production.`);
}

/**
 * Rebuilds a remote at every change, and swaps it in open pages: alone, and in the site by an override.
 * @param forSite its address for the site: without a standalone page, and with the live release's pictures
 * @returns its origin
 */
export async function serveHot(name: AppName, port: number, forSite?: string): Promise<string> {
  const app = await readDefinition(name);
  const origin = forSite ?? `http://localhost:${port}`;
  const options = { development: true, hot: true };
  // Absolute, because pages of the site load this build.
  const ofRemote = { ...options, outDir: REMOTE_PATH, publicPath: origin + REMOTE_PATH };
  const ofStandalone = { ...options, outDir: STANDALONE_PATH, publicPath: STANDALONE_PATH };
  // Server and browser must have the same picture addresses.
  const media = forSite ? { mediaPath: `/_releases/${name}/` } : {};
  const remote = hot(name, browserConfig(app, { ...ofRemote, ...media }), 'app');
  const standalone = forSite ? [] : [hot(`${name} alone`, standaloneConfig(app, ofStandalone), 'standalone')];
  const compiler = webpack([remote, ...standalone]);
  if (!compiler) throw new Error('webpack gave no compiler.');
  const page = await standalonePage(name, origin);
  const site = await siteDefinition();
  const api = apiOf(site, process.env);
  const toApi = { target: api, changeOrigin: true };
  const own = ownBackEnd(name);
  const server = new WebpackDevServer(
    {
      port,
      // The starter stops the services beside it first.
      setupExitSignals: false,
      hot: true,
      liveReload: true,
      static: false,
      headers: siteHeaders,
      client: { overlay: { errors: true, warnings: false }, webSocketURL: `${origin.replace('http', 'ws')}/ws` },
      proxy: [
        ...own,
        ...(api && site.apiKeepsPrefix?.length ? [{ ...toApi, context: [...site.apiKeepsPrefix] }] : []),
        ...(api ? [{ ...toApi, context: ['/api'], pathRewrite: { '^/api': '' } }] : []),
      ],
      setupMiddlewares: (middlewares, devServer) => {
        devServer.app?.get(/^\/(?!_remote\/|_standalone\/|api\/|ws$)/, (_request, response) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(page);
        });
        // A remote without global styles has no such file.
        const noStyles = (_request: IncomingMessage, response: ServerResponse) =>
          response.writeHead(200, { 'content-type': 'text/css' }).end();
        return [...middlewares, { path: `${STANDALONE_PATH}standalone.css`, middleware: noStyles }];
      },
    },
    compiler,
  );
  await server.start();
  // A page loaded before the first build would give the remote up.
  await new Promise((resolve) => server.middleware?.waitUntilValid(resolve));
  return origin;
}

/**
 * Returns a build whose components are swapped in the open page with their state; other changes remount the remote.
 * Each build on a page has its own React, and so its own refresh runtime.
 * @param name of the build in the terminal, where several remotes are developed
 */
const hot = (name: string, config: Configuration, entry: 'app' | 'standalone'): Configuration => ({
  ...config,
  name,
  module: {
    rules: [
      ...(config.module?.rules ?? []),
      {
        test: new RegExp(`[\\\\/]src[\\\\/](${entry}|pages[\\\\/].+[\\\\/]page)\\.tsx$`),
        enforce: 'post',
        loader: codeFile(import.meta.url, './hot/hot-loader'),
      },
    ],
  },
  // The development server shows the errors of a build itself.
  plugins: [
    ...(config.plugins ?? []),
    new ReactRefreshPlugin({ include: SWAPPED, overlay: false, library: config.output?.uniqueName }),
  ],
  // React Refresh would load a package of 16 MB for it.
  externals: [config.externals ?? [], { 'core-js-pure/features/global-this': 'var globalThis' }].flat(),
  // A build with errors is not sent to the page: its modules would stay broken after the fix.
  optimization: { ...config.optimization, moduleIds: 'named', emitOnErrors: false },
  stats: 'minimal',
});

const OWN_MACHINE = /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** Whether pages of an origin may use this build: a site on this machine, or `SITE_ORIGIN`. */
const isSite = (origin: string): boolean => OWN_MACHINE.test(origin) || origin === process.env.SITE_ORIGIN;

/** Returns CORS headers for an override on a site: `?override=articles@http://localhost:3003`. */
export function siteHeaders({ url = '', headers }: IncomingMessage): Record<string, string> {
  const { origin } = headers;
  if (!url.startsWith(REMOTE_PATH) || !origin || !isSite(origin)) return {};
  return { 'access-control-allow-origin': origin, vary: 'origin' };
}

/** Paths of the two builds of a standalone remote. */
const REMOTE_PATH = '/_remote/';
const STANDALONE_PATH = '/_standalone/';

async function standalonePage(name: string, origin: string): Promise<string> {
  const config = await devConfig(origin);
  const state = {
    config,
    remote: { name, version: 'in development', entry: `${REMOTE_PATH}entry.js` },
  };
  return `<!doctype html>
${htmlElement(config.site.language)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}, alone</title>
<link rel="stylesheet" href="${STANDALONE_PATH}standalone.css">
<script src="${STANDALONE_PATH}standalone.js" defer></script>
</head>
<body>
${STANDALONE_NOTE}
<div id="standalone"></div>
<script type="application/json" id="${PAGE_STATE_ID}">${JSON.stringify(state).replace(/</g, '\\u003c')}</script>
</body>
</html>
`;
}

const contentOf = ({ file, schema }: ContentFile): unknown => schema.parse(jsonIn(atSite(file)));

/** Returns the site's settings for a standalone remote, which reaches the API through the development server. */
export async function devConfig(siteOrigin: string): Promise<PublicConfig> {
  const site = await siteDefinition();
  const content = Object.entries(site.content ?? {}).map(([name, file]) => [name, contentOf(file)]);
  return site.publicConfig({
    settings: site.settings.parse(process.env),
    siteOrigin,
    navigation: contentOf(site.navigation) as Navigation,
    content: Object.fromEntries(content),
    address: (of) => of,
  });
}
