import { join } from 'node:path';
import { readDefinition } from 'tooling/build-app';
import { packageDir } from 'tooling/paths';
import { runWebpack } from 'tooling/run-webpack';
import { browserConfig } from 'tooling/webpack-config';

/** Where the anchor's files are served. */
export const PUBLIC_PATH = '/_one/';

/** Files of a group of chunks, such as a page: names below {@link PUBLIC_PATH}. */
export type FilesOf = (group: string) => string[];

/** Builds the same sources by the same presets, without federation: one build, split by page. */
export async function buildOneBundle(outDir: string): Promise<FilesOf> {
  const options = { outDir, publicPath: PUBLIC_PATH, development: false };
  const config = browserConfig(await readDefinition('shell'), options);
  const styles = config.plugins?.filter((plugin) => plugin?.constructor.name === 'MiniCssExtractPlugin');
  const compilation = await runWebpack({
    ...config,
    entry: { main: join(packageDir('bench'), 'src', 'one-bundle', 'main.tsx') },
    output: { ...config.output, uniqueName: 'one-bundle' },
    plugins: styles ?? [],
  });
  return (group) => compilation.namedChunkGroups.get(group)?.getFiles() ?? [];
}
