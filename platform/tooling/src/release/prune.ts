import { type AppPlan, carryOut, planPrune } from '@wholepage/releases/prune';
import { unusedMaps } from '@wholepage/releases/prune-maps';
import { privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { noWords, runCommand } from '../run/command';
import { optionsOf } from './arguments/arguments';

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const bytesOf = ({ files }: AppPlan): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

await runCommand(
  'npm run prune [-- --dry-run]   removes what neither the registry nor an open tab can need, after it said what',
  async (line) => {
    const { words, flags } = optionsOf(line, { 'dry-run': 'boolean' });
    noWords(words);
    const store = openWritableStore(storePlace());
    const plan = await planPrune(store);
    const privateStore = openWritableStore(privateStorePlace());
    const maps = await unusedMaps(store, privateStore);
    const bytes = plan.bytes + maps.reduce((sum, file) => sum + file.bytes, 0);
    if (plan.apps.length + plan.previews.length + maps.length === 0) {
      console.log('Nothing to remove: all of it is live, was live in the last 30 days, or is among the last 20 steps.');
      return;
    }
    for (const app of plan.apps) {
      const versions = app.versions.length ? `releases ${app.versions.join(', ')}` : 'no release';
      console.log(`  ${app.app}: ${versions}; ${app.files.length} files, ${megabytes(bytesOf(app))}`);
    }
    if (plan.previews.length > 0) console.log(`  ${plan.previews.length} previews that ended`);
    if (maps.length > 0) console.log(`  ${maps.length} source maps of releases that are gone`);
    if (flags.has('dry-run')) {
      console.log(`${megabytes(bytes)} would be removed.`);
      return;
    }
    console.log(`Removing ${megabytes(bytes)} …`);
    await carryOut(store, plan);
    for (const { path } of maps) await privateStore.remove(path);
    console.log('Removed.');
  },
);
