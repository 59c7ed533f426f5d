/**
 * Makes `shared-ui/src/styles/fonts/*` and prints the overrides of the fallback faces in `fonts.css`.
 * Run with `npm run pictures fonts` when a typeface or the character set changes, then
 * `npx biome check --write shared-ui`; the results are committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = new URL('../shared-ui/src/styles/fonts/', import.meta.url);

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
/** What the site's own texts are written with: every visitor fetches these. */
const WRITTEN = `${range(0x41, 0x5a)}${range(0x61, 0x7a)}0123456789 &'()+,-./:?@\u00a0–’`;
/** Latin as Indian and European names need it, and what else somebody may type. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽž‚„•‹›€™−→`;
const EXTENDED = `${range(0x100, 0x17f)}${range(0x1e00, 0x1eff)}`;

/** A typeface as the package has it: of a family's two files, one holds Latin and the other its extensions. */
interface Typeface {
  family: string;
  latin: string;
  extended?: string;
  weight: string;
  /** `default` is where the other settings are described from: the place that makes the smallest file. */
  axes: Record<string, number | { min: number; max: number; default?: number }>;
  /** What else the site's texts set in it. */
  alsoWritten: string;
  /** Where text is set most often: a fallback face is matched to each. */
  instances: Record<string, number>[];
  /** What visitors have until then: on Macs and Windows, on Linux, on Android. */
  fallbacks: Fallback[];
}

/** A typeface of the system, and how wide its letters are on average in use. */
interface Fallback {
  familyName: string;
  unitsPerEm: number;
  xWidthAvg: number;
}

/* As @capsizecss/metrics 4.3.0 measured them: the package has 150 MB. */
const georgia: Fallback = { familyName: 'Georgia', unitsPerEm: 2048, xWidthAvg: 913 };
const timesNewRoman: Fallback = { familyName: 'Times New Roman', unitsPerEm: 2048, xWidthAvg: 832 };
const notoSerif: Fallback = { familyName: 'Noto Serif', unitsPerEm: 1000, xWidthAvg: 481 };
const arial: Fallback = { familyName: 'Arial', unitsPerEm: 2048, xWidthAvg: 913 };
const roboto: Fallback = { familyName: 'Roboto', unitsPerEm: 2048, xWidthAvg: 911 };

const TYPEFACES: Record<string, Typeface> = {
  fraunces: {
    family: 'Fraunces',
    latin: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    extended: '@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2',
    weight: '300 600',
    alsoWritten: '!—“',
    axes: { opsz: { min: 24, max: 72, default: 72 }, wght: { min: 300, max: 600, default: 300 } },
    instances: [
      { opsz: 40, wght: 400 },
      { opsz: 72, wght: 350 },
    ],
    fallbacks: [georgia, timesNewRoman, notoSerif],
  },
  'instrument-sans': {
    family: 'Instrument Sans',
    latin: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    extended: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    weight: '400 700',
    alsoWritten: '!%;—‘“”…°·éè×−',
    axes: { wght: { min: 400, max: 700 } },
    instances: [{ wght: 420 }],
    fallbacks: [arial, roboto],
  },
  'dm-mono': {
    family: 'DM Mono',
    latin: '@fontsource/dm-mono/files/dm-mono-latin-400-normal.woff2',
    weight: '400',
    alsoWritten: ';_©°·²×',
    axes: {},
    instances: [],
    fallbacks: [],
  },
};

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

/**
 * Letters that a page seldom has are a family of their own, named after the typeface's in the lists of `fonts.css`.
 * Chromium asks the system for a stand-in for each missing part of a family, in every size that the page has.
 */
const furtherOf = (face: Typeface): Typeface => ({ ...face, family: `${face.family} further` });

/** Writes the part of a typeface that holds these characters, as far as the source has them. @returns its CSS */
async function writePart(name: string, face: Typeface, source: string, wanted: string): Promise<string> {
  const bytes = await readFile(require.resolve(source));
  const given = create(bytes);
  if (given.type !== 'TTF' && given.type !== 'WOFF2') throw new Error(`${source} is a collection`);
  const characters = [...wanted].filter((character) => given.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  const woff2 = await subsetFont(bytes, characters.join(''), {
    targetFormat: 'woff2',
    variationAxes: face.axes,
  });
  await writeFile(new URL(`${name}.woff2`, out), woff2);
  console.log(`${name}.woff2 ${woff2.length} B, ${characters.length} characters`);
  return `@font-face {
  font-family: "${face.family}";
  src: url("./${name}.woff2") format("woff2");
  font-weight: ${face.weight};
  font-display: swap;
  unicode-range: ${unicodeRange(characters)};
}
`;
}

/** `u+20-22, u+25`: neighbours together. */
function unicodeRange(characters: string[]): string {
  const points = characters.map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && point === run[1] + 1) run[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16);
  return runs.map(([from, to]) => (from === to ? `u+${hex(from)}` : `u+${hex(from)}-${hex(to)}`)).join(', ');
}

/** Prints by how much each stand-in is to be stretched, so that nothing moves when the typeface comes. */
async function printFallbacks({ latin, axes, instances, fallbacks }: Typeface): Promise<void> {
  const source = await readFile(require.resolve(latin));
  const opened = create(await subsetFont(source, LATIN, { targetFormat: 'truetype', variationAxes: axes }));
  if (opened.type !== 'TTF') throw new Error(`${latin} is no single font`);
  const total = Object.values(FREQUENCY).reduce((sum, times) => sum + times, 0);
  for (const instance of instances) {
    const font = opened.getVariation(instance);
    const widths = Object.entries(FREQUENCY).map(([letter, times]) => font.layout(letter).advanceWidth * times);
    const average = widths.reduce((sum, width) => sum + width, 0) / total;
    for (const fallback of fallbacks) {
      const sizeAdjust = average / font.unitsPerEm / (fallback.xWidthAvg / fallback.unitsPerEm);
      const metric = (value: number) => percent(value / (font.unitsPerEm * sizeAdjust));
      console.log(
        `  ${JSON.stringify(instance)} ${fallback.familyName}: size-adjust ${percent(sizeAdjust)}; ` +
          `ascent-override ${metric(font.ascent)}; descent-override ${metric(Math.abs(font.descent))}`,
      );
    }
  }
}

/** Writes every part of every typeface, and the sheet that names them. */
export async function makeFonts(): Promise<void> {
  const faces: string[] = [];
  for (const [name, face] of Object.entries(TYPEFACES)) {
    const written = WRITTEN + face.alsoWritten;
    const further = [...LATIN].filter((character) => !written.includes(character)).join('');
    faces.push(await writePart(name, face, face.latin, written));
    faces.push(await writePart(`${name}-further`, furtherOf(face), face.latin, further));
    if (face.extended) faces.push(await writePart(`${name}-extended`, furtherOf(face), face.extended, EXTENDED));
    await printFallbacks(face);
  }
  // A price is shown on many pages, and its sign lies with letters that are not. Prices are set in one size and weight,
  // and without axes the file is half as large.
  const { fraunces } = TYPEFACES;
  if (fraunces?.extended) {
    const asSet = { ...furtherOf(fraunces), axes: { opsz: 40, wght: 400 } };
    faces.push(await writePart('fraunces-rupee', asSet, fraunces.extended, '₹'));
  }
  await writeFile(
    new URL('faces.css', out),
    `/* Written by illustrations/fonts.ts: browsers fetch a part of a typeface when a page has a letter of it. */\n${faces.join('\n')}`,
  );
}
