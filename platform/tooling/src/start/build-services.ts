import { noWords, runCommand } from '../run/command';
import { buildServers } from './build-all';

await runCommand('npm run build:services   bundles the composer, the API and the payment sandbox', async (words) => {
  noWords(words);
  await buildServers();
});
