import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentSchemas } from '@wholepage/remote-kit/content';
import { build as esbuild } from 'esbuild';
import type { LoaderContext } from 'webpack';
import { ROOT } from '../paths';
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
  const schemaFile = join(contentRoot, 'schema.ts');
  const build = async () => {
    for (const source of await schemaSources(schemaFile)) this.addDependency(source);
    const sources = contentSources(await siteDefinition());
    const beside = [sources.facts, sources.pictures && partsFileOf(sources.pictures), cropsFileOf(contentRoot)];
    for (const source of beside) if (source) this.addDependency(source);
    // A changed schema must be imported as another module.
    const { mtimeMs } = await stat(schemaFile);
    const { schemas } = (await import(`${pathToFileURL(schemaFile).href}?changed=${mtimeMs}`)) as {
      schemas: ContentSchemas;
    };
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

const found = new Map<string, { mtimeMs: number; files: Promise<string[]> }>();

/** Returns the sources of a content schema, on which the loader depends. */
async function schemaSources(schemaFile: string): Promise<string[]> {
  const { mtimeMs } = await stat(schemaFile);
  const known = found.get(schemaFile);
  if (known?.mtimeMs === mtimeMs) return known.files;
  const files = esbuild({
    entryPoints: [schemaFile],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    logLevel: 'silent',
  }).then(({ metafile }) =>
    Object.keys(metafile.inputs)
      .filter((file) => !file.includes('node_modules/'))
      .map((file) => `${ROOT}/${file}`),
  );
  found.set(schemaFile, { mtimeMs, files });
  return files;
}
