import { ROOT } from '../paths';
import { noWords, runCommand } from '../run/command';
import { useNewest } from './use-newest';

await runCommand(
  'npx wholepage platform   uses the newest tarballs of packages/; install afterwards',
  async (words) => {
    noWords(words);
    for (const { name, version } of await useNewest(ROOT)) console.log(`${name} ${version}`);
  },
);
