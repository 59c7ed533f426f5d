import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exposedInEntry } from '@wholepage/federation/webpack/federation';
import { makeSourceFolder } from '../../testing/source-folder';
import { rules, runWebpack } from './webpack-config';

let folder: string;
beforeEach(() => {
  folder = makeSourceFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

test('what a remote exposes is in its entry, its pages and what others wrote are not', async () => {
  write('entry.ts', "export const get = () => import(/* webpackChunkName: 'app' */ './app');");
  write('app.ts', "import 'router';\nimport './kit';\nimport(/* webpackChunkName: 'page-list' */ './list');");
  write('kit.ts', 'globalThis.kit = true;');
  write('list.ts', 'globalThis.list = true;');
  write('node_modules/router/index.js', 'globalThis.router = true;');
  const { chunks, chunkGraph, namedChunkGroups } = await runWebpack({
    context: folder,
    mode: 'production',
    entry: { mf_new: './entry.ts' },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: rules({ target: 'browser', publicPath: '/' }) },
    output: { path: join(folder, 'out'), chunkFilename: '[name].js' },
    optimization: { concatenateModules: false, splitChunks: { cacheGroups: { exposed: exposedInEntry('mf_new') } } },
  });
  const sources = Object.fromEntries(
    [...chunks].map((chunk) => [
      chunk.name,
      chunkGraph
        .getChunkModules(chunk)
        .flatMap(
          (module) =>
            module
              .nameForCondition()
              ?.split(/[\\/]/)
              .slice(-2)
              .join('/')
              .replace(/^sources-\w+\//, '') ?? [],
        )
        .sort(),
    ]),
  );
  expect(sources).toEqual({
    mf_new: ['app.ts', 'entry.ts', 'kit.ts'],
    app: ['router/index.js'],
    'page-list': ['list.ts'],
  });
  expect(namedChunkGroups.get('app')?.getFiles().sort()).toEqual(['app.js', 'mf_new.js']);
});
