import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation, Configuration } from 'webpack';
import { makeSourceFolder } from '../../testing/source-folder';
import { BuildError, rules, runWebpack } from '../webpack/webpack-config';
import { BundlerMemory } from './bundler-memory';
import { inputsOf } from './reuse';

let mockPresets = 'presets';
jest.mock('./reuse', () => ({ ...jest.requireActual('./reuse'), presetHash: () => mockPresets }));

let folder: string;
const at = (...path: string[]) => join(folder, ...path);
const write = (name: string, text: string) => writeFileSync(at('src', name), text);

beforeEach(() => {
  folder = makeSourceFolder();
  mkdirSync(at('src'));
  write(
    'page.ts',
    "import classes from './page.module.css';\nimport { words } from './words';\nconsole.log(classes.page, words);",
  );
  write('words.ts', "export const words: string = 'before';");
  write('page.module.css', '.page { color: red }');
});
afterEach(() => rmSync(folder, { recursive: true }));

const config = (): Configuration => ({
  context: at('src'),
  mode: 'production',
  entry: './page.ts',
  resolve: { extensions: ['.tsx', '.ts'] },
  module: { rules: rules({ target: 'browser', publicPath: '/' }) },
  output: { path: at('out'), filename: '[name].js' },
  optimization: { minimize: false },
  plugins: [new MiniCssExtractPlugin({ filename: '[contenthash].css' })],
});

/** Output files of a build, and the inputs of its version. */
const outcome = (compilation: Compilation) => {
  const files = readdirSync(at('out')).map((name) => [name, readFileSync(at('out', name), 'utf8')]);
  rmSync(at('out'), { recursive: true });
  return { files, inputs: inputsOf([compilation]) };
};
const fromScratch = async () => outcome(await runWebpack(config()));

/** Builds like a separate process that saves its bundler memory. @returns the outcome, and the modules compiled anew */
const build = async ({ forget = false } = {}) => {
  const memory = new BundlerMemory(at('kept'));
  const compilation = await memory.run(config(), 'mf-blog', 'browser', forget);
  const compiled = [...compilation.modules]
    .filter((module) => compilation.builtModules.has(module))
    .map((module) => module.identifier());
  await memory.keep();
  return { ...outcome(compilation), compiled };
};

const remembered = () => readdirSync(at('kept')).map((key) => at('kept', key, 'mf-blog-browser'));

test('a build that remembers makes what one from scratch makes, to the byte and the version, and compiles only what changed', async () => {
  const first = await build();
  expect(first).toMatchObject(await fromScratch());
  expect(await build()).toMatchObject({ ...(await fromScratch()), compiled: [] });

  write('words.ts', "export const words: string = 'after';");
  const edited = await build();
  expect(edited).toMatchObject(await fromScratch());
  expect(edited.files).not.toEqual(first.files);
  expect(edited.compiled.join()).toContain('words.ts');
  expect(edited.compiled.join()).not.toContain('page.module.css');

  // The name of a CSS class derives from its file's content.
  write('page.module.css', '.page { color: blue }');
  expect(await build()).toMatchObject(await fromScratch());
  write('page.module.css', '.page { color: red }');
  write('words.ts', "export const words: string = 'before';");
  expect(await build()).toMatchObject({ files: first.files, inputs: first.inputs });
});

test('a file that comes before another by its name is found, although nothing that was read has changed', async () => {
  await build();
  write('words.tsx', "export const words: string = 'elsewhere';");
  expect(await build()).toMatchObject(await fromScratch());
});

test('a source with another content is another, though it has the time and the length of before', async () => {
  await build();
  const { atime, mtime } = statSync(at('src', 'words.ts'));
  write('words.ts', "export const words: string = 'beside';");
  utimesSync(at('src', 'words.ts'), atime, mtime);
  expect(await build()).toMatchObject(await fromScratch());
});

test('what other presets have made counts for nothing', async () => {
  await build();
  mockPresets = 'changed';
  expect((await build()).compiled.join()).toContain('words.ts');
  mockPresets = 'presets';
});

test('a memory that is damaged counts for nothing, and that of another key goes', async () => {
  await build();
  const [kept = ''] = remembered();
  const pack = readdirSync(kept).find((name) => name.endsWith('.pack')) ?? '';
  writeFileSync(join(kept, pack), Buffer.concat([readFileSync(join(kept, pack)), Buffer.from('!')]));
  mkdirSync(at('kept', 'another-key'));
  expect((await build()).compiled).not.toEqual([]);
  expect(existsSync(at('kept', 'another-key'))).toBe(false);
});

test('a build from scratch reads nothing of an earlier one, and leaves what the next one builds by', async () => {
  await build();
  const again = await build({ forget: true });
  expect(again.compiled.join()).toContain('words.ts');
  expect((await build()).compiled).toEqual([]);
});

test('a build that failed is not remembered', async () => {
  write('words.ts', 'export const words: string = ;');
  const memory = new BundlerMemory(at('kept'));
  await expect(memory.run(config(), 'mf-blog', 'browser')).rejects.toThrow(BuildError);
  await memory.keep();
  expect(existsSync(at('kept'))).toBe(false);
});
