import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentSchemas } from '@wholepage/remote-kit/content';
import { type BuildFailure, build as esbuild, type Plugin } from 'esbuild';
import type { LoaderContext } from 'webpack';
import { codeDir, codeEnding, ROOT } from '../paths';
import { siteDefinition } from '../site/definition';
import { contentRootOf, contentSources, cropsFileOf, partsFileOf, resolveContent } from './resolve';

/** Returns data as code. Addresses of emitted files are computed at run time, because a foreign page has another origin. */
const literal = (value: unknown, publicPath: string, names: ReadonlySet<string>): string =>
  [...names].reduce(
    (code, name) =>
      code.replaceAll(JSON.stringify(publicPath + name), `__webpack_public_path__+${JSON.stringify(name)}`),
    JSON.stringify(value),
  );

/** Loads a `*.content.json` as a module of validated data, and emits the files that it names. */
export default function contentLoader(this: LoaderContext<{ publicPath: string; emit: boolean }>): void {
  const done = this.async();
  const file = this.resourcePath;
  const contentRoot = contentRootOf(file);
  const build = async () => {
    const schemaFile = join(contentRoot, 'schema.ts');
    this.addDependency(schemaFile);
    const { code, madeOf } = await bundleOf(schemaFile).catch((error: Partial<BuildFailure>) => {
      // A build that watches its sources then starts again once the mistake is mended.
      for (const { location } of error.errors ?? []) if (location) this.addDependency(join(ROOT, location.file));
      throw error;
    });
    for (const source of madeOf) this.addDependency(source);
    const { schemas } = (await import(`data:text/javascript;base64,${code}`)) as { schemas: ContentSchemas };
    const sources = contentSources(await siteDefinition());
    const beside = [sources.facts, sources.pictures && partsFileOf(sources.pictures), cropsFileOf(contentRoot)];
    for (const source of beside) if (source) this.addDependency(source);
    const { publicPath } = this.getOptions();
    const { value, files, absent } = resolveContent(file, schemas, publicPath, sources);
    for (const path of absent) this.addMissingDependency(path);
    for (const { source, name } of files) {
      this.addDependency(source);
      if (this.getOptions().emit) this.emitFile(name, await readFile(source));
    }
    return `export default ${literal(value, publicPath, new Set(files.map(({ name }) => name)))};`;
  };
  build().then(
    (code) => done(null, code),
    // The message suffices for errors in content; this code's stack helps nobody.
    (error: unknown) =>
      done(Object.assign(error instanceof Error ? error : new Error(String(error)), { hideStack: true })),
  );
}

const bundling = new Map<string, ReturnType<typeof bundle>>();

/** Bundles a content schema once for all files that are loaded at the same time. */
function bundleOf(schemaFile: string): ReturnType<typeof bundle> {
  const bundled = bundling.get(schemaFile) ?? bundle(schemaFile).finally(() => bundling.delete(schemaFile));
  bundling.set(schemaFile, bundled);
  return bundled;
}

/** Bundles a content schema with its imports: Node would keep a changed import as it was. */
async function bundle(schemaFile: string): Promise<{ code: string; madeOf: string[] }> {
  const { metafile, outputFiles } = await esbuild({
    entryPoints: [schemaFile],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    plugins: [installedApart],
    logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return { code, madeOf: [KIT, ...Object.keys(metafile.inputs).map((source) => join(ROOT, source))] };
}

/** Its schemas ask this process for pictures, so that there is one of it. */
const KIT = join(codeDir('remote-kit'), `content${codeEnding}`);

/** Leaves packages and the kit to Node, by their files: the bundle has no folder from which to find them. */
const installedApart: Plugin = {
  name: 'installed-apart',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === installedApart || from.kind === 'entry-point') return undefined;
      const found = await build.resolve(path, { ...from, pluginData: installedApart });
      const isApart = found.path.includes('/node_modules/') || found.path === KIT;
      return isApart ? { path: pathToFileURL(found.path).href, external: true } : found;
    });
  },
};
