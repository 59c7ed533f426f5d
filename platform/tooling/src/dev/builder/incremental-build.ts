import { rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppName } from '@wholepage/contracts/version';
import webpack, { type Compilation, type Compiler, type Configuration } from 'webpack';
import type { Builds } from '../../build/build-app';
import { readDefinition } from '../../build/build-app';
import { runCompiler } from '../../build/webpack/run-webpack';
import { browserConfig, nodeConfig } from '../../build/webpack/webpack-config';
import { packageDir } from '../../paths';

/** An app's two compilers, kept with all that they have read: a further build reads only what changed. */
export interface IncrementalBuild {
  /** True when the last build has read one of these files, or has looked for it. */
  concerns(files: readonly string[]): boolean;
  /** Builds into a folder. @throws BuildError */
  run(outDir: string): Promise<Builds>;
}

const compilerOf = (config: Configuration, keep: string): Compiler => {
  const compiler = webpack({ ...config, output: { ...config.output, clean: { keep } } });
  if (!compiler) throw new Error('webpack gave no compiler.');
  return compiler;
};

const knows = ({ fileDependencies, missingDependencies, contextDependencies }: Compilation, file: string): boolean =>
  fileDependencies.has(file) ||
  missingDependencies.has(file) ||
  [...contextDependencies].some((folder) => file.startsWith(folder));

export async function incrementalBuild(name: AppName): Promise<IncrementalBuild> {
  const app = await readDefinition(name);
  const emitted = join(packageDir(name), 'dist', `.development-${process.pid}`);
  process.once('exit', () => rmSync(emitted, { recursive: true, force: true }));
  const options = { outDir: emitted, publicPath: `/_releases/${name}/`, development: true };
  const compilers = [
    compilerOf(browserConfig(app, options), 'node/'),
    compilerOf(nodeConfig(app, options), 'none'),
  ] as const;
  let last: Builds | undefined;

  return {
    concerns(files) {
      if (!last) return true;
      const { browser, server } = last;
      return files.some((file) => knows(browser, file) || knows(server, file));
    },
    async run(outDir) {
      const [browser, server] = await Promise.all([runCompiler(compilers[0]), runCompiler(compilers[1])]);
      await cp(emitted, outDir, { recursive: true });
      last = { browser, server, stage: undefined };
      return last;
    },
  };
}
