import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler } from 'webpack';
import webpack from 'webpack';

const { Compilation, RuntimeGlobals, RuntimeModule, runtime, sources } = webpack;

const NAME = 'ChunkIntegrity';
/** Stands in the runtime for the table until all files are named by their final content. */
const MARK = '__integrity_of_chunks__';
const MARKED = new RegExp(`["'\`]${MARK}["'\`]`);
const TABLE = `${RuntimeGlobals.require}.integrity`;
const CHUNK = /^assets\/.+\.([0-9a-f]{12})\.(?:js|css)$/;

/** The promised bytes of a chunk, by the hash in its name. */
const promised = (address: string): string => `${TABLE}[${address}.split(".").at(-2)] || ""`;

/** The shortest that browsers take: it is known by heart of every chunk that a page may load. */
const digestOf = (bytes: Buffer): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

class IntegrityTable extends RuntimeModule {
  constructor() {
    super('integrity of chunks', RuntimeModule.STAGE_BASIC);
  }

  override generate(): string {
    return `${TABLE} = ${JSON.stringify(MARK)};`;
  }
}

/**
 * Lets an app's own loader hold every script and style against the bytes that were built. The table of them is in the
 * runtime, whose file has no hash in its name, and is itself held against the release's manifest: so no page carries it.
 */
export class ChunkIntegrity {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new IntegrityTable());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}\nscript.integrity = ${promised('url')};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (code, { tag, href }) => `${code}\n${tag}.integrity = ${promised(href)};`,
      );
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const table = compilation.getAssets().flatMap(({ name, source }): [string, string][] => {
          const [, hash] = CHUNK.exec(name) ?? [];
          return hash ? [[hash, digestOf(Buffer.from(source.buffer()))]] : [];
        });
        for (const { name, source } of compilation.getAssets()) {
          if (!name.endsWith('.js')) continue;
          const code = source.source().toString();
          if (!MARKED.test(code)) continue;
          const text = JSON.stringify(Object.fromEntries(table));
          compilation.updateAsset(name, new sources.RawSource(code.replace(MARKED, () => text)));
        }
      });
    });
  }
}
