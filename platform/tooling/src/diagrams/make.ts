import { writeFileSync } from 'node:fs';
import { noWords, runCommand } from '../run/command';
import { DIAGRAMS } from './pictures';

await runCommand(
  'npm run pictures -- diagrams   draws docs/pictures/*.svg from the text beside them and from bench/results',
  async (words) => {
    noWords(words);
    for (const { file, draw } of DIAGRAMS) {
      writeFileSync(file, draw());
      console.log(file);
    }
  },
);
