import { type FSWatcher, watch } from 'chokidar';
import { hasEffect } from './affected';

/** An editor writes a file in more than one step, and a checkout writes many. */
const SETTLE_MS = 40;

/**
 * Watches files and folders. Replaced files (`git checkout`, `sed -i`) are seen like written ones.
 * @param onChange called with the absolute paths that changed, once they have settled
 * @param settleMs silence after which they have
 * @returns when everything is being watched
 */
export async function watchSources(
  paths: readonly string[],
  onChange: (changed: string[]) => void,
  settleMs = SETTLE_MS,
): Promise<FSWatcher> {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const settled = [...changed];
    changed.clear();
    onChange(settled);
  };
  const watcher = watch([...paths], {
    ignoreInitial: true,
    atomic: settleMs,
    ignored: (path) => !hasEffect(path),
  });
  watcher.on('all', (_event, path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, settleMs);
  });
  await new Promise<void>((resolve, reject) => watcher.once('ready', resolve).once('error', reject));
  return watcher;
}
