import { rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publish } from '@wholepage/releases/publish';
import type { Compilation, Configuration } from 'webpack';
import { type Builds, buildApp, readDefinition } from '../../build/build-app';
import { browserConfig, compilerOf, nodeConfig, runCompiler } from '../../build/webpack/webpack-config';
import { packageDir } from '../../paths';
import type { BuildReply, BuildRequest } from './builder';

/* Build process of one app. Its two compilers stay in memory, so that further builds read only what changed. */

/** The app's files that this process has imported: its definition, and what the release says of its routes and events. */
const imported = new Set<string>();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) imported.add(fileURLToPath(url));
    return next(url, context);
  },
});

const [name = '', store = ''] = process.argv.slice(2);
const app = await readDefinition(name);
const emitted = join(packageDir(name), 'dist', `.development-${process.pid}`);
process.once('exit', () => rmSync(emitted, { recursive: true, force: true }));

const cleaning = (config: Configuration, keep: string) =>
  compilerOf({ ...config, output: { ...config.output, clean: { keep } } });
const options = { outDir: emitted, publicPath: `/_releases/${name}/`, development: true };
const ofBrowser = cleaning(browserConfig(app, options), 'node/');
const ofServer = cleaning(nodeConfig(app, options), 'none');

let last: Builds | undefined;

async function develop(outDir: string): Promise<Builds> {
  const runs = [runCompiler(ofBrowser), runCompiler(ofServer)] as const;
  // A compiler takes no second run while it works: both end before a mistake that one has found is answered.
  await Promise.allSettled(runs);
  const [browser, server] = await Promise.all(runs);
  await cp(emitted, outDir, { recursive: true });
  last = { browser, server, standalone: undefined };
  return last;
}

/** Whether a build has read this file, or looked for it. */
const knows = ({ fileDependencies, missingDependencies, contextDependencies }: Compilation, file: string): boolean =>
  fileDependencies.has(file) ||
  missingDependencies.has(file) ||
  [...contextDependencies].some((folder) => file.startsWith(folder));

let isFirst = true;

const build = async ({ changed }: BuildRequest): Promise<BuildReply> => {
  if (!isFirst && changed.some((file) => imported.has(file))) return { isOutdated: true };
  isFirst = false;
  if (last && !changed.some((file) => last && (knows(last.browser, file) || knows(last.server, file)))) return {};
  const { manifest, dir } = await buildApp(name, { develop });
  await publish(store, name, manifest.version, dir);
  return { version: manifest.version };
};

process.on('message', async (request: BuildRequest) => {
  const reply = await build(request).catch(
    (error: unknown): BuildReply => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  if (process.connected) process.send?.(reply);
});
