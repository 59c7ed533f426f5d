import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { environmentTrust, storePlace } from '@wholepage/releases/settings';
import { workspaceApps } from '../apps';
import { resultLines, summary, verifyRelease } from '../gate/verify-release';
import { packageDir, ROOT } from '../paths';
import { publishSources } from '../release/steps';
import { UsageError } from '../run/command';
import type { GateResult } from './comment-text';
import { hostOf } from './host-of';
import { endPreview, showPreview } from './preview-of-change';
import { takePictures } from './take-pictures';

/** Apps whose folders differ from where the change starts. */
function touchedApps(base: string): string[] {
  const differ = execFileSync('git', ['diff', '--name-only', `${base}...HEAD`], { cwd: ROOT, encoding: 'utf8' });
  const files = differ.split('\n');
  return workspaceApps().filter((app) => {
    const folder = `${relative(ROOT, packageDir(app))}/`;
    return files.some((file) => file.startsWith(folder));
  });
}

/** The gate's word on a published release; one that cannot be asked is a word, too. */
async function gate(place: string, app: string, version: string): Promise<GateResult> {
  try {
    const results = await verifyRelease({ place, app, version, built: undefined, skip: undefined, say: console.log });
    return { app, version, summary: summary(app, version, results), lines: results.flatMap(resultLines) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { app, version, summary: 'the gate did not end', lines: [why] };
  }
}

/** `wholepage pull-request show BASE`, `close`: the preview and the comment of a pull request, in its pipeline. */
export async function pullRequest([command, base, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || (command === 'close' ? base !== undefined : command !== 'show' || !base))
    throw new UsageError('Say it so: show BASE, where BASE is the commit that the change starts from; or close.');
  const place = storePlace();
  const tools = {
    host: hostOf(process.env),
    place,
    trust: environmentTrust(),
    publish: (app: string) => publishSources(app, place),
    gate: (app: string, version: string) => gate(place, app, version),
    takePictures,
  };
  if (base) await showPreview(tools, touchedApps(base));
  else await endPreview(tools, 'The request is closed, and its preview has ended.');
}
