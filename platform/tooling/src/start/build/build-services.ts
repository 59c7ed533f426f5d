import { noWords, runCommand } from '../../run/command';
import { buildServers } from './build-all';

await runCommand('npm run build:services   bundles the composer and the services of the site', async (words) => {
  noWords(words);
  await buildServers();
});
