import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FONTS = join(__dirname, 'fonts');

/** Largest size of the fonts on a visitor's first page, the mono included: 60 kB. */
const FIRST_VISIT_BYTES = 60_000;

interface Face {
  family: string;
  file: string;
  /** Code points: first and last, both included. */
  ranges: [number, number][];
}

const points = (range: string): [number, number] => {
  const [from = '', to = from] = range.trim().replace('u+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
};

const faces: Face[] = readFileSync(join(FONTS, 'faces.css'), 'utf8')
  .split('@font-face')
  .slice(1)
  .map((css) => ({
    family: /font-family: "([^"]+)"/.exec(css)?.[1] ?? '',
    file: /url\("\.\/([^"]+)"\)/.exec(css)?.[1] ?? '',
    ranges: (/unicode-range:\s*([^;]+);/.exec(css)?.[1] ?? '').split(',').map(points),
  }));

const holds = ({ ranges }: Face, point: number): boolean => ranges.some(([from, to]) => point >= from && point <= to);

const first = faces.filter(({ file }) => !/-(further|extended|rupee)\./.test(file));

test('a first visit costs 60 kB of fonts at most, with a price on the page', () => {
  expect(first.map(({ file }) => file)).toEqual(['fraunces.woff2', 'instrument-sans.woff2', 'dm-mono.woff2']);
  const files = [...first.map(({ file }) => file), 'fraunces-rupee.woff2'];
  const bytes = files.reduce((sum, file) => sum + statSync(join(FONTS, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(FIRST_VISIT_BYTES);
});

test('no page has the browser look for what stands in for letters that it does not have', () => {
  const lists = readFileSync(join(__dirname, 'fonts.css'), 'utf8');
  for (const { family, file } of first) {
    expect(faces.filter((face) => face.family === family).map((face) => face.file)).toEqual([file]);
    expect(lists).toContain(`"${family}", "${family} further"`);
  }
});

test('a sentence asks for no further file', () => {
  const sentence = 'The quick brown fox jumps over the lazy dog: 0123456789 – it’s & (so on)?';
  for (const face of first) {
    expect([...sentence].filter((character) => !holds(face, character.codePointAt(0) ?? 0))).toEqual([]);
  }
});

test('a letter lies in one file of its typeface, and letters of Indian and European names in some', () => {
  for (const point of [...'aéøßāṭśř₹™'].map((character) => character.codePointAt(0) ?? 0)) {
    const holding = faces.filter((face) => face.family.startsWith('Fraunces') && holds(face, point));
    expect([String.fromCodePoint(point), holding.length]).toEqual([String.fromCodePoint(point), 1]);
  }
});
