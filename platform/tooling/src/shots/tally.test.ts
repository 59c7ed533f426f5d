import type { Shot } from './shots';
import { Tally } from './shots';

const shot = (name: string, ...findings: string[]): Shot => ({ name, png: Buffer.alloc(0), findings });

test('the last line counts every picture, those of remotes alone with the others, and what was found on them', () => {
  const tally = new Tally();
  tally.add([shot('home'), shot('blog', 'image-alt: no words')]);
  tally.add([shot('slow /blog', 'color-contrast: 3.9', 'at 390 px: region')]);
  expect(`${tally}`).toBe('3 pictures on 2 contact sheets, in shots/; axe and width findings: 3');
});

test('one picture is one', () => {
  const tally = new Tally();
  tally.add([shot('slow /blog')]);
  expect(`${tally}`).toBe('1 picture on 1 contact sheet, in shots/; axe and width findings: 0');
});
