import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { workspaceRemotes } from '../apps';
import { readDefinition } from '../build/build-app';
import { browserConfig, standaloneConfig } from '../build/webpack-config';
import { runCommand } from '../run/command';
import { requireFreePorts } from '../run/free-ports';
import { hotRemote, hotStage } from './hot-config';
import { siteHeaders } from './site-headers';
import { REMOTE_PATH, STAGE_PATH, stagePage } from './stage-page';

/** `pnpm --filter <remote> standalone`: the remote alone on its port; what changes is swapped in the open page. */
async function standalone([word]: readonly string[]): Promise<void> {
  const remotes = workspaceRemotes();
  const name = remotes.find((remote) => remote === word);
  if (!name) throw new Error(`Name a remote: ${remotes.join(', ')}.`);
  const app = await readDefinition(name);
  const port = Number(process.env.PORT || app.port);
  await requireFreePorts({ PORT: port });
  const origin = `http://localhost:${port}`;
  const options = { development: true, hot: true };
  // Whole, for pages of the site that this build is laid over.
  const publicPath = origin + REMOTE_PATH;
  const compiler = webpack([
    { name: 'remote', ...hotRemote(browserConfig(app, { ...options, outDir: REMOTE_PATH, publicPath })) },
    { name: 'stage', ...hotStage(standaloneConfig(app, { ...options, outDir: STAGE_PATH, publicPath: STAGE_PATH })) },
  ]);
  if (!compiler) throw new Error('webpack gave no compiler.');
  const page = stagePage(name, origin);
  const api = `http://127.0.0.1:${process.env.API_PORT || 3100}`;
  const server = new WebpackDevServer(
    {
      port,
      hot: true,
      liveReload: true,
      static: false,
      headers: siteHeaders,
      client: { overlay: { errors: true, warnings: false }, webSocketURL: `ws://localhost:${port}/ws` },
      proxy: [
        { context: ['/api/v1.0'], target: api, changeOrigin: true },
        { context: ['/api'], target: api, changeOrigin: true, pathRewrite: { '^/api': '' } },
      ],
      setupMiddlewares: (middlewares, devServer) => {
        devServer.app?.get(/^\/(?!_remote\/|_stage\/|api\/|ws$)/, (_request, response) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(page);
        });
        return middlewares;
      },
    },
    compiler,
  );
  await server.start();
  console.log(`${name} alone at ${origin}. Its calls to the API are answered by the scenario chosen on the page.`);
  console.log(`Within the site: ?override=${name}@${origin} on any of its pages, outside production.`);
}

await runCommand('npm run standalone, in the folder of a remote: shows it alone on its port.', standalone);
