import { writeFileSync } from 'node:fs';
import { noWords } from '../run/command';
import { DIAGRAMS } from './pictures';

/** Draws `docs/pictures/*.svg` from the text beside them and from `bench/results`. */
export async function drawDiagrams(words: readonly string[]): Promise<void> {
  noWords(words);
  for (const { file, draw } of DIAGRAMS) {
    writeFileSync(file, draw());
    console.log(file);
  }
}
