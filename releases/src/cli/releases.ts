import { APPS } from 'contracts/version';
import { noWords, runCommand } from 'tooling/command';
import { liveVersion, readHistory, readRegistry } from '../registry';
import { storeFolder } from '../settings';
import { folderStore } from '../store';

const SHOWN_STEPS = 30;

await runCommand('npm run releases   says what is live, and how it came about', async (words) => {
  noWords(words);
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
