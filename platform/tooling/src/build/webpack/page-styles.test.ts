import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation } from 'webpack';
import { makeSourceFolder } from '../../testing/source-folder';
import { PageStyles, rules, runWebpack } from './webpack-config';

let folder: string;
beforeEach(() => {
  folder = makeSourceFolder();
  mkdirSync(join(folder, 'src'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (sources: Record<string, string>) => {
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, 'src', name), text);
};

function build(): Promise<Compilation> {
  const byPage = new PageStyles();
  return runWebpack({
    context: join(folder, 'src'),
    mode: 'production',
    entry: { main: './main.ts' },
    resolve: { extensions: ['.ts'] },
    module: { rules: rules({ target: 'browser', publicPath: '/' }) },
    output: { path: join(folder, 'out'), chunkFilename: '[name].js' },
    optimization: { minimize: false, splitChunks: { cacheGroups: { styles: byPage.cacheGroup } } },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css' }), byPage],
  });
}

/** @returns the style files of each named chunk, each with the colours that it sets */
async function styles(): Promise<Record<string, string[]>> {
  const { chunks } = await build();
  const coloursIn = (file: string) =>
    [...readFileSync(join(folder, 'out', file), 'utf8').matchAll(/color: (\w+)/g)].map(([, name]) => name);
  return Object.fromEntries(
    [...chunks].flatMap(({ name, files }): [string, string[]][] => {
      const sheets = [...files].filter((file) => file.endsWith('.css'));
      return name && sheets.length > 0 ? [[name, sheets.map((file) => coloursIn(file).sort().join(' '))]] : [];
    }),
  );
}

const later = (name: string, chunk: string) => `import(/* webpackChunkName: "${chunk}" */ './${name}');`;
const uses = (...colours: string[]) => colours.map((colour) => `import './${colour}.css';`).join('\n');
const colours = (...names: string[]) =>
  write(Object.fromEntries(names.map((name) => [`${name}.css`, `.a { color: ${name} }`])));

test('a page has one file of styles, with what it shares and what comes later; the layout has one with the first', async () => {
  colours('red', 'green', 'blue', 'plum', 'navy', 'gold');
  write({
    'main.ts': [uses('navy'), later('layout', 'layout'), later('one', 'page-one'), later('two', 'page-two')].join('\n'),
    'layout.ts': uses('gold'),
    'one.ts': `${uses('red', 'green')}\n${later('form', 'form')}`,
    'two.ts': uses('red', 'blue'),
    'form.ts': uses('plum'),
  });
  expect(await styles()).toEqual({
    main: ['gold navy'],
    'page-one': ['green plum red'],
    'page-two': ['blue red'],
  });
});

test('what two pages bring later keeps a file of its own', async () => {
  colours('red', 'blue', 'plum');
  write({
    'main.ts': [later('one', 'page-one'), later('two', 'page-two')].join('\n'),
    'one.ts': `${uses('red')}\n${later('dialog', 'dialog')}`,
    'two.ts': `${uses('blue')}\n${later('dialog', 'dialog')}`,
    'dialog.ts': uses('plum'),
  });
  expect(await styles()).toEqual({ 'page-one': ['red'], 'page-two': ['blue'], dialog: ['plum'] });
});

test('what comes without a page as well keeps a file of its own', async () => {
  colours('red', 'plum');
  write({
    'main.ts': [later('one', 'page-one'), later('dialog', 'dialog')].join('\n'),
    'one.ts': `${uses('red')}\n${later('dialog', 'dialog')}`,
    'dialog.ts': uses('plum'),
  });
  expect(await styles()).toEqual({ 'page-one': ['red'], dialog: ['plum'] });
});

test('scripts stay in the chunk that they come with', async () => {
  colours('plum');
  write({
    'main.ts': later('one', 'page-one'),
    'one.ts': later('form', 'form'),
    'form.ts': `${uses('plum')}\nconsole.log('form');`,
  });
  const { chunks } = await build();
  const script = [...chunks].find(({ name }) => name === 'form');
  expect([...(script?.files ?? [])]).toEqual(['form.js']);
  expect(readFileSync(join(folder, 'out', 'form.js'), 'utf8')).toContain("console.log('form')");
});
