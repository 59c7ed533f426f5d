import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentSchemas } from 'contracts/content';
import type { LoaderContext } from 'webpack';
import { contentRootOf, resolveContent } from './resolve';
import { schemaSources } from './schema-sources';

/** Turns a `*.content.json` into a module of checked data, and ships the files that it names. */
export default function contentLoader(this: LoaderContext<{ publicPath: string; emit: boolean }>): void {
  const done = this.async();
  const file = this.resourcePath;
  const schemaFile = join(contentRootOf(file), 'schema.ts');
  const build = async () => {
    for (const source of await schemaSources(schemaFile)) this.addDependency(source);
    // A schema changed while developing is another module.
    const { mtimeMs } = await stat(schemaFile);
    const { schemas } = (await import(`${pathToFileURL(schemaFile).href}?changed=${mtimeMs}`)) as {
      schemas: ContentSchemas;
    };
    const { value, files, absent } = resolveContent(file, schemas, this.getOptions().publicPath);
    for (const path of absent) this.addMissingDependency(path);
    for (const { source, name } of files) {
      this.addDependency(source);
      if (this.getOptions().emit) this.emitFile(name, await readFile(source));
    }
    return `export default ${JSON.stringify(value)};`;
  };
  build().then(
    (code) => done(null, code),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}
