import type { AppName } from 'contracts/version';
import { ReleaseError } from './errors';
import { promote } from './publish';
import { type HistoryEntry, lastRegistry, liveVersion, readHistory } from './registry';

/** The version that was live before this one; steps back further with each rollback. */
function versionBefore(history: HistoryEntry[], app: string, live: string): string | undefined {
  const promoted: string[] = [];
  for (const step of history) {
    if (step.app !== app) continue;
    if (step.action === 'promote') promoted.push(step.version);
    else promoted.pop();
  }
  const distinct = promoted.filter((version, index) => version !== promoted[index - 1]);
  return distinct.slice(0, distinct.lastIndexOf(live)).at(-1);
}

/** Gives visitors the release that was live before. @throws ReleaseError when there is none */
export async function rollback(folder: string, app: AppName): Promise<HistoryEntry> {
  const live = liveVersion(await lastRegistry(folder), app);
  const previous = live && versionBefore(await readHistory(folder), app, live);
  if (!previous)
    throw new ReleaseError(`${app} has no earlier release to go back to. \`npm run releases\` shows what there is.`);
  return promote(folder, app, previous, 'rollback');
}
