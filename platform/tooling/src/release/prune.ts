import { type AppPlan, carryOut, planPrune } from 'releases/prune';
import { storePlace } from 'releases/settings';
import { openWritableStore } from 'releases/store/open-store';
import { noWords, runCommand } from '../run/command';
import { optionsOf } from './arguments';

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const bytesOf = ({ files }: AppPlan): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

await runCommand(
  'npm run prune [-- --dry-run]   removes what neither the registry nor an open tab can need, after it said what',
  async (line) => {
    const { words, flags } = optionsOf(line, { 'dry-run': 'boolean' });
    noWords(words);
    const store = openWritableStore(storePlace());
    const plan = await planPrune(store);
    if (plan.apps.length + plan.previews.length === 0) {
      console.log('Nothing to remove: all of it is live, was live in the last 30 days, or is among the last 20 steps.');
      return;
    }
    for (const app of plan.apps) {
      const versions = app.versions.length ? `releases ${app.versions.join(', ')}` : 'no release';
      console.log(`  ${app.app}: ${versions}; ${app.files.length} files, ${megabytes(bytesOf(app))}`);
    }
    if (plan.previews.length > 0) console.log(`  ${plan.previews.length} previews that ended`);
    if (flags.has('dry-run')) {
      console.log(`${megabytes(plan.bytes)} would be removed.`);
      return;
    }
    console.log(`Removing ${megabytes(plan.bytes)} …`);
    await carryOut(store, plan);
    console.log('Removed.');
  },
);
