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
/** Largest cache of one compiler. A fresh build's largest has 30 MB; entries of edits expire by age. */
const LARGEST_BYTES = 96 * 1024 * 1024;

/** Packages at a path with their version; links to workspace packages are checked like sources. */
const INSTALLED = /^(.+[\\/]node_modules[\\/]\.pnpm[\\/][^\\/]+@[^\\/]+[\\/]node_modules[\\/])/;

/** Returns the cache key: all that affects the output beside the sources. */
const keyOf = (): string => {
  const hash = createHash('sha256').update(presetHash()).update(process.version);
  for (const file of [join(ROOT, 'pnpm-lock.yaml'), join(packageDir('tooling'), 'package.json')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

/**
 * Persistent cache of compilers. A source is recompiled only when it, or its resolution, has changed. The cache may be
 * removed at any time.
 */
export class BundlerMemory {
  private readonly key = keyOf();
  private readonly toKeep: { compiler: Compiler; folder: string }[] = [];

  /** @param root folder of all caches */
  constructor(private readonly root = join(ROOT, 'node_modules', '.cache', 'bundler')) {}

  /**
   * Runs a build. Waits while another process writes its cache.
   * @param place which of the app's builds
   * @param forget builds from scratch, and replaces the cache
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
        // Only `keep` writes it, when nobody waits.
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

  /** Writes the caches of successful builds, and removes those of other keys. */
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
