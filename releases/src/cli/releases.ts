import { APPS } from 'contracts/version';
import { liveVersion, readHistory, readRegistry } from '../registry';
import { storeFolder } from '../settings';
import { folderStore } from '../store';
import { run } from './arguments';

const SHOWN_STEPS = 30;

/** `pnpm releases`: what is live, and how it came about. */
await run(async () => {
  const folder = storeFolder();
  const registry = await readRegistry(folderStore(folder));
  console.log('Live');
  for (const app of APPS) console.log(`  ${app.padEnd(14)} ${liveVersion(registry, app) ?? '(none)'}`);
  console.log('\nHistory, newest first');
  for (const step of (await readHistory(folder)).reverse().slice(0, SHOWN_STEPS)) {
    console.log(
      `  ${step.at}  ${step.action.padEnd(8)} ${step.app.padEnd(14)} ${step.version}  (before: ${step.previous ?? 'none'})`,
    );
  }
});
