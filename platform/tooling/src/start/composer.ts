import { join } from 'node:path';
import { packageDir, ROOT } from '../paths';
import { noWords } from '../run/command';
import { KeptService } from '../run/kept-service';
import { startService } from '../run/spawn';
import { buildService } from './build/build-all';

/** `wholepage composer`: the composer alone, over the releases and the API that the settings name. */
export async function composer(words: readonly string[]): Promise<void> {
  noWords(words);
  await buildService('composer');
  const say = (line: string) => console.log(line);
  const service = new KeptService({
    launch: () =>
      startService('composer', {
        args: composerArguments(),
        env: { ...composerEnvironment, ...process.env },
        cwd: ROOT,
        onLine: say,
      }),
    say,
  });
  const stop = () => void service.stop().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/**
 * How glibc gives memory to the composer; elsewhere it says nothing. Each thread that compresses pages would otherwise
 * keep a heap of its own, and what an encoder needed for three milliseconds. The composer would have 112 MB of its own
 * instead of 60 after 30,000 requests (docs/decisions/0082).
 */
export const composerEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
} as const;

/**
 * How Node runs the composer. Pages that are made pass through its young generation and are garbage at once. That one
 * has 8 MB from the start, and the old one grows by a fifth before it is collected. Half of it holds 4 MB less, and
 * makes pages of ten fragments a quarter slower: what is under way outlives it. Node's own growth takes 20 MB more.
 * Source maps are off: they cost 17 MB and part of every start. A bundle of readable code has line numbers without them.
 */
export const composerArguments = (): string[] => [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=20',
  join(packageDir('composer'), 'dist', 'server', 'server.mjs'),
];
