import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Tokens = Record<string, string>;

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** Returns the custom properties of every rule whose selector list has this selector; later ones win. */
const rule = (selector: string): Tokens => {
  const tokens: Tokens = {};
  // Media queries are left out: they change motion and forced colours, whose contrast the system sets.
  const plain = css.replaceAll(/@media[^{]*\{([^{}]|\{[^{}]*\})*\}/g, '');
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const list = selectors.split(',').map((one) => one.replaceAll("'", '"').trim());
    if (!list.includes(selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) tokens[name] = value.trim();
  }
  return tokens;
};

const root = rule(':root');
const furnishings = rule('[data-theme="furnishings"]');
const ground = (name: string) => rule(`[data-ground="${name}"]`);
const furnished = (name: string) => rule(`[data-theme="furnishings"] [data-ground="${name}"]`);

const SURFACES: Record<string, Tokens> = {
  page: root,
  ...Object.fromEntries(
    ['paper', 'cloth', 'linen', 'ink', 'indigo', 'sheet'].map((name) => [name, { ...root, ...ground(name) }]),
  ),
  furnishings: { ...root, ...furnishings },
  ...Object.fromEntries(
    ['paper', 'cloth', 'linen', 'ink', 'indigo', 'sheet'].map((name) => [
      `furnishings ${name}`,
      { ...root, ...furnishings, ...ground(name), ...furnished(name) },
    ]),
  ),
};

const colour = (tokens: Tokens, name: string): string => {
  const value = tokens[name];
  if (!value) throw new Error(`There is no token ${name}`);
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  return other ? colour(tokens, other) : value;
};

/** Relative luminance by WCAG 2.2. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

/** Foreground, background, and the ratio that WCAG AA requires. */
const PAIRS: [string, string, number][] = [
  ['--text', '--ground', 4.5],
  ['--text-soft', '--ground', 4.5],
  ['--accent', '--ground', 3],
  ['--error', '--ground', 4.5],
  ['--action-text', '--action', 4.5],
  ['--action-text', '--action-hover', 4.5],
  ['--action', '--ground', 3],
  ['--focus', '--ground', 3],
];

// Running text reaches AAA. Buttons keep the company's madder. Forms lie on light grounds, so their colours are tested there.
it.each(Object.keys(SURFACES))('sentences on %s reach AAA', (name) => {
  const tokens = SURFACES[name] ?? {};
  const isDark = /ink|indigo/.test(name);
  for (const front of ['--text', '--text-soft', ...(isDark ? [] : ['--error'])])
    expect([front, contrast(colour(tokens, front), colour(tokens, '--ground')) >= 7]).toEqual([front, true]);
});

describe.each(Object.keys(SURFACES))('on %s', (name) => {
  it.each(PAIRS)('%s on %s reaches %f', (front, back, least) => {
    const tokens = SURFACES[name] ?? {};
    expect(contrast(colour(tokens, front), colour(tokens, back))).toBeGreaterThanOrEqual(least);
  });
});

it.each([
  ['--ink', '--marigold', 4.5],
  ['--ink', '--paper-deep', 4.5],
  ['--ink-soft', '--paper', 4.5],
  ['--ink-soft', '--cloth', 4.5],
  ['--ink', '--line', 4.5],
  ['--paper', '--ink', 4.5],
  ['--madder-deep', '--marigold', 3],
  ['--ink-soft', '--cloth', 3],
])('%s on %s reaches %f', (front, back, least) => {
  expect(contrast(colour(root, front), colour(root, back))).toBeGreaterThanOrEqual(least);
});

// A field at rest has no border: only its fill shows it. On dark grounds, forms lie on a sheet.
it.each(Object.keys(SURFACES).filter((name) => !/ink|indigo/.test(name)))('a field stands out on %s', (name) => {
  const tokens = SURFACES[name] ?? {};
  expect(contrast(colour(tokens, '--field'), colour(tokens, '--ground'))).toBeGreaterThan(1.1);
});

test.each(['TextField', 'TextArea'])('the ground of a %s is a colour, which add-ons that darken pages keep', (name) => {
  const file = join(__dirname, `../components/${name}/${name}.module.css`);
  expect(readFileSync(file, 'utf8')).toContain('background-color: var(--_wash);');
});

test('nothing moves under the mouse of who asks for no motion', () => {
  const moves = /:(?:hover|active)[^{}]*\{[^{}]*\b(?:scale|rotate|translate): (?!0;|[^;]*--motion)[^;]+;/g;
  const sheets = globSync(join(__dirname, '../../../{shared-ui/src,mf-*/src,shell/browser}/**/*.css'));
  expect(sheets.flatMap((sheet) => readFileSync(sheet, 'utf8').match(moves) ?? [])).toEqual([]);
  expect(sheets.length).toBeGreaterThan(50);
});
