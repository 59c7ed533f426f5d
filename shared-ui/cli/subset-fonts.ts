/**
 * Makes `src/styles/fonts/*.woff2` and prints the overrides of the fallback faces in `fonts.css`.
 * Run with `npm run --prefix shared-ui fonts` when a typeface or the character set changes; the results are committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import arial from '@capsizecss/metrics/arial';
import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import roboto from '@capsizecss/metrics/roboto';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = new URL('../src/styles/fonts/', import.meta.url);

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
/** Latin as Indian and European names need it, and the marks that our texts use. */
const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽž–—‘’‚“”„•…‹›€™−×→`;

interface Face {
  source: string;
  /** What it holds, unless that is `CHARACTERS`. */
  characters?: string;
  target: string;
  axes: Record<string, { min: number; max: number } | number>;
  /** Where text is set most often: a fallback face is matched to each. */
  instances: Record<string, number>[];
  /** What visitors have until then: on Macs and Windows, on Linux, on Android. */
  fallbacks: { familyName: string; unitsPerEm: number; xWidthAvg: number }[];
}

const FACES: Face[] = [
  {
    source: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    target: 'fraunces.woff2',
    axes: { opsz: { min: 24, max: 144 }, wght: { min: 300, max: 600 } },
    instances: [
      { opsz: 40, wght: 400 },
      { opsz: 68, wght: 350 },
      { opsz: 104, wght: 350 },
    ],
    fallbacks: [georgia, timesNewRoman, notoSerif],
  },
  {
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    target: 'instrument-sans.woff2',
    axes: { wght: { min: 400, max: 700 } },
    instances: [{ wght: 420 }],
    fallbacks: [arial, roboto],
  },
  // The prices' sign is in another file of the family. It is asked for only where a price is shown.
  {
    source: '@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2',
    characters: '₹',
    target: 'fraunces-rupee.woff2',
    axes: { opsz: { min: 24, max: 144 }, wght: { min: 300, max: 600 } },
    instances: [],
    fallbacks: [],
  },
  {
    source: '@fontsource/dm-mono/files/dm-mono-latin-400-normal.woff2',
    target: 'dm-mono.woff2',
    axes: {},
    instances: [],
    fallbacks: [],
  },
];

/** How often letters come in English text, in thousandths: a width in use, not of the alphabet. */
const FREQUENCY: Record<string, number> = {
  ' ': 180,
  e: 104,
  t: 75,
  a: 67,
  o: 62,
  i: 58,
  n: 57,
  s: 52,
  r: 50,
  h: 50,
  l: 33,
  d: 35,
  u: 23,
  c: 23,
  m: 20,
  f: 18,
  w: 19,
  g: 16,
  y: 16,
  p: 15,
  b: 12,
  v: 8,
  k: 6,
};

const percent = (value: number) => `${(value * 100).toFixed(2)}%`;

for (const face of FACES) {
  const source = await readFile(require.resolve(face.source));
  const characters = face.characters ?? CHARACTERS;
  const woff2 = await subsetFont(source, characters, { targetFormat: 'woff2', variationAxes: face.axes });
  await writeFile(new URL(face.target, out), woff2);

  const opened = create(await subsetFont(source, characters, { targetFormat: 'truetype', variationAxes: face.axes }));
  if (opened.type !== 'TTF' && opened.type !== 'WOFF2') throw new Error(`${face.target} is a collection`);
  const total = Object.values(FREQUENCY).reduce((sum, times) => sum + times, 0);
  console.log(`${face.target} ${(woff2.length / 1024).toFixed(1)} kB`);
  for (const instance of face.instances) {
    const font = opened.getVariation(instance);
    const average =
      Object.entries(FREQUENCY).reduce((sum, [letter, times]) => sum + font.layout(letter).advanceWidth * times, 0) /
      total;
    for (const fallback of face.fallbacks) {
      const sizeAdjust = average / font.unitsPerEm / (fallback.xWidthAvg / fallback.unitsPerEm);
      const metric = (value: number) => percent(value / (font.unitsPerEm * sizeAdjust));
      console.log(
        `  ${JSON.stringify(instance)} ${fallback.familyName}: size-adjust ${percent(sizeAdjust)}; ` +
          `ascent-override ${metric(font.ascent)}; descent-override ${metric(Math.abs(font.descent))}`,
      );
    }
  }
}
