import { createHash } from 'node:crypto';
import type { Chunk, Compiler, Compilation as WebpackCompilation } from 'webpack';
import webpack from 'webpack';
import { Expected } from '../expected';
import { CHUNK_LOADING, OF_CHUNK_LOADING } from '../unpromised';
import { ASSETS, type ChunkFiles, chunkLoader } from './chunk-loader';

const { Compilation, sources } = webpack;

const NAME = 'ChunkLoading';
/** Stands in the runtime for the table until all files are named by their final content. */
const MARK = '__files_of_chunks__';
const MARKED = new RegExp(`["'\`]${MARK}["'\`]`);

const LOADING_WORDS = `the runtime module "${CHUNK_LOADING}"`;

/** The shortest that browsers take: it is known by heart of every chunk that a page may load. */
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** Name and digest of a chunk's file with this ending, where it is one that is fetched by itself. */
function fileOf(chunk: Chunk, ending: '.js' | '.css', compilation: WebpackCompilation): [string, string] | undefined {
  const file = [...chunk.files].find((name) => name.startsWith(ASSETS) && name.endsWith(ending));
  const asset = file && compilation.getAsset(file);
  if (!asset) return undefined;
  return [asset.name.slice(ASSETS.length, -ending.length), digestOf(Buffer.from(asset.source.buffer()))];
}

function tableOf(compilation: WebpackCompilation): string {
  const rows = [...compilation.chunks].flatMap((chunk): string[] => {
    const script = fileOf(chunk, '.js', compilation);
    const styles = fileOf(chunk, '.css', compilation);
    if (chunk.canBeInitial() || !(script || styles)) return [];
    const files: ChunkFiles = [...(script ?? ([0, 0] as const)), ...(styles ?? ([] as const))];
    return [`${JSON.stringify(chunk.id)}:${JSON.stringify(files)}`];
  });
  return `{${rows.join()}}`;
}

/**
 * Writes a loader of our own into an app's runtime, which holds every script and style against the bytes that were built. The
 * table of them is in the runtime, whose file has no hash in its name, and is itself held against the release's manifest. So no
 * page carries it.
 */
export class ChunkLoading {
  constructor(private readonly policy: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const names = { table: MARK, policy: this.policy, chunks: String(compilation.outputOptions.chunkLoadingGlobal) };
      const expected = new Expected(NAME, compilation);
      expected.of(LOADING_WORDS);
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (module.name === CHUNK_LOADING) {
          expected.found(LOADING_WORDS);
          module.generate = () => chunkLoader(names);
        }
        if (OF_CHUNK_LOADING.has(module.name)) module.generate = () => null;
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const table = tableOf(compilation);
        for (const { name, source } of compilation.getAssets()) {
          if (!name.endsWith('.js')) continue;
          const code = source.source().toString();
          if (MARKED.test(code)) {
            compilation.updateAsset(name, new sources.RawSource(code.replace(MARKED, () => table)));
          }
        }
      });
    });
  }
}
