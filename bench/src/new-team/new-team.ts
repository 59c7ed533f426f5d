import { noWords, runCommand } from '@wholepage/tooling/command';
import { takeWholeWay } from './whole-way';

await runCommand(
  'npm run bench -- soak new-team   a remote in a repository of its own, and one in this, from nothing to live',
  async (words) => {
    noWords(words);
    await takeWholeWay(
      { name: 'mf-fittings', path: '/fittings', heading: 'Fittings' },
      { name: 'mf-careers', path: '/careers', heading: 'Careers' },
    );
  },
);
