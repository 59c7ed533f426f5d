import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import type { Compilation, Compiler, Configuration } from 'webpack';
import { packageDir, ROOT } from '../../paths';
import { closeCompiler, compilerOf, runCompiler } from '../webpack/webpack-config';
import { claimFolder, presetHash, removeUnlessSound, sealFolder, untilWritten } from './reuse';

const DAY_MS = 24 * 60 * 60 * 1000;
const FORGET_AFTER_MS = 7 * DAY_MS;
/** Of one compiler. The largest of a fresh build takes 30 MB; what edits add goes by age. */
const LARGEST_BYTES = 96 * 1024 * 1024;

/** Packages at a path that has their version in it; links to packages of this workspace are looked at like its sources. */
const INSTALLED = /^(.+[\\/]node_modules[\\/]\.pnpm[\\/][^\\/]+@[^\\/]+[\\/]node_modules[\\/])/;

/** All that could make another output of equal sources: what is remembered under another key is never read. */
const keyOf = (): string => {
  const hash = createHash('sha256').update(presetHash()).update(process.version);
  for (const file of [join(ROOT, 'pnpm-lock.yaml'), join(packageDir('tooling'), 'package.json')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

/**
 * What compilers read and made of it, from one process to the next. A source is compiled again only when it, or what it
 * was resolved by, has changed. It may be removed at any time.
 */
export class BundlerMemory {
  private readonly key = keyOf();
  private readonly toKeep: { compiler: Compiler; folder: string }[] = [];

  /** @param root where the memory of this and other keys lies */
  constructor(private readonly root = join(ROOT, 'node_modules', '.cache', 'bundler')) {}

  /**
   * Runs a build to its end; one whose memory is just being written waits for it.
   * @param place which of the app's builds it is
   * @param forget builds from scratch, and replaces the stored result
   * @throws BuildError
   */
  async run(config: Configuration, app: AppName, place: string, forget = false): Promise<Compilation> {
    const cacheDirectory = join(this.root, this.key);
    const name = `${app}-${place}`;
    const folder = join(cacheDirectory, name);
    await untilWritten(folder);
    if (forget) await rm(folder, { recursive: true, force: true });
    else await removeUnlessSound(folder);
    const compiler = compilerOf({
      ...config,
      cache: {
        type: 'filesystem',
        cacheDirectory,
        name,
        buildDependencies: { defaultWebpack: [] },
        maxAge: FORGET_AFTER_MS,
        // Written by `keep` alone, when nobody waits.
        idleTimeout: DAY_MS,
        idleTimeoutForInitialStore: DAY_MS,
        idleTimeoutAfterLargeChanges: DAY_MS,
      },
      snapshot: { managedPaths: [INSTALLED], module: { hash: true }, resolve: { hash: true } },
    });
    const compilation = await runCompiler(compiler);
    this.toKeep.push({ compiler, folder });
    return compilation;
  }

  /** Writes down what these builds have read and made; a build that failed leaves nothing. What another key has goes. */
  async keep(): Promise<void> {
    for (const { folder } of this.toKeep) await claimFolder(folder);
    for (let done = this.toKeep.shift(); done; done = this.toKeep.shift()) {
      await closeCompiler(done.compiler);
      await sealFolder(done.folder, LARGEST_BYTES);
    }
    const others = (await readdir(this.root).catch(() => [])).filter((name) => name !== this.key);
    for (const other of others) await rm(join(this.root, other), { recursive: true, force: true });
  }
}
