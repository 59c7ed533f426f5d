import { join } from 'node:path';
import { readDefinition } from '@wholepage/tooling/build-app';
import { packageDir } from '@wholepage/tooling/paths';
import { runWebpack } from '@wholepage/tooling/run-webpack';
import { browserConfig } from '@wholepage/tooling/webpack-config';

/** Where the anchor's files are served. */
export const PUBLIC_PATH = '/_one/';

/** Files of a group of chunks, such as a page: names below {@link PUBLIC_PATH}. */
export type FilesOf = (group: string) => string[];

/** What is left of the presets without federation: styles in files, one for a page, and chunks held against their promised bytes. */
const KEPT_PLUGINS = ['MiniCssExtractPlugin', 'PageStyles', 'ChunkLoading'];

/** Builds the same sources by the same presets, without federation: one build, split by page. */
export async function buildOneBundle(outDir: string): Promise<FilesOf> {
  const options = { outDir, publicPath: PUBLIC_PATH, development: false };
  const config = browserConfig(await readDefinition('shell'), options);
  const plugins = config.plugins?.filter((plugin) => KEPT_PLUGINS.includes(plugin?.constructor.name ?? ''));
  const compilation = await runWebpack({
    ...config,
    entry: { main: join(packageDir('bench'), 'src', 'one-bundle', 'main.tsx') },
    output: { ...config.output, uniqueName: 'one-bundle' },
    plugins: plugins ?? [],
  });
  return (group) => compilation.namedChunkGroups.get(group)?.getFiles() ?? [];
}
