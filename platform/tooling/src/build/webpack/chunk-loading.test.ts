import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { ChunkLoading } from '@wholepage/federation/webpack/federation';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { makeSourceFolder } from '../../testing/source-folder';
import { rules, runWebpack } from './webpack-config';

/** An element that the loader has put at the end of the body. */
interface Asked {
  tag: string;
  src?: string;
  href?: string;
  integrity: string;
  crossOrigin: string;
  onload(): void;
  onerror(): void;
}

let folder: string;
beforeAll(async () => {
  folder = makeSourceFolder();
  mkdirSync(join(folder, 'src'));
  const write = (name: string, text: string) => writeFileSync(join(folder, 'src', name), text);
  write('main.ts', "globalThis.open = () => import(/* webpackChunkName: 'dialog' */ './dialog');");
  write('dialog.ts', "import './dialog.css';\nexport const word = 'open';");
  write('dialog.css', '.dialog { color: red }');
  await runWebpack({
    context: join(folder, 'src'),
    mode: 'production',
    target: ['web', 'es2022'],
    entry: { main: './main.ts' },
    resolve: { extensions: ['.ts'] },
    module: { rules: rules({ target: 'browser', publicPath: '/' }) },
    output: {
      path: join(folder, 'out'),
      publicPath: '/files/',
      filename: '[name].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      trustedTypes: { policyName: 'bundler' },
      crossOriginLoading: 'anonymous',
    },
    plugins: [
      new MiniCssExtractPlugin({ chunkFilename: 'assets/[name].[contenthash:12].css' }),
      new ChunkLoading('loader'),
    ],
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  const waiting = jest.getTimerCount();
  jest.useRealTimers();
  // Nobody waits for what has come, failed or been given up.
  expect(waiting).toBe(0);
});

const bytesOf = (url: string) => readFileSync(join(folder, 'out', url.replace('/files/', '')));
const promise = (url: string) => `sha256-${createHash('sha256').update(bytesOf(url)).digest('base64')}`;

/** A document in which the built entry was run. @param styled whether the server has put all styles into it */
function openPage({ styled = false } = {}) {
  const body = new Set<Asked>();
  const policies: string[] = [];
  const page = vm.createContext({
    setTimeout,
    clearTimeout,
    document: {
      createElement: (tag: string) => {
        const element = { tag, remove: () => body.delete(element as unknown as Asked) };
        return element;
      },
      querySelector: (selector: string) => styled || [...body].some(({ href }) => selector.includes(`"${href}"`)),
      body: { append: (element: Asked) => body.add(element) },
    },
    trustedTypes: {
      createPolicy: (name: string, policy: object) => {
        policies.push(name);
        return policy;
      },
    },
  });
  vm.runInContext(readFileSync(join(folder, 'out', 'main.js'), 'utf8'), page);
  return {
    body,
    policies,
    open: () => (page['open'] as () => Promise<{ word: string }>)(),
    asked: (tag: string): Asked => {
      const found = [...body].find((element) => element.tag === tag);
      if (!found) throw new Error(`No ${tag} was asked for`);
      return found;
    },
    arrive: ({ src = '', onload }: Asked) => {
      if (src) vm.runInContext(bytesOf(src).toString(), page);
      onload();
    },
  };
}

test('a chunk comes with its styles, each once and held against the bytes that were built', async () => {
  const { body, policies, open, asked, arrive } = openPage();
  const opened = [open(), open()];
  const script = asked('script');
  const styles = asked('link');
  expect(body.size).toBe(2);
  expect(script).toMatchObject({ crossOrigin: 'anonymous', integrity: promise(script.src ?? '') });
  expect(styles).toMatchObject({ crossOrigin: 'anonymous', integrity: promise(styles.href ?? '') });
  arrive(script);
  arrive(styles);
  expect((await Promise.all(opened)).map(({ word }) => word)).toEqual(['open', 'open']);
  await open();
  // The styles stay, the script has done what it is for.
  expect([...body]).toEqual([styles]);
  expect(policies).toEqual(['loader']);
});

test('styles that the page came with are not asked for', async () => {
  const { body, open, asked, arrive } = openPage({ styled: true });
  const opened = open();
  expect(body.size).toBe(1);
  arrive(asked('script'));
  await expect(opened).resolves.toMatchObject({ word: 'open' });
});

test('what did not come is said, taken away, and asked for by who needs it next', async () => {
  const { body, open, asked, arrive } = openPage();
  const opened = open();
  arrive(asked('link'));
  const failed = asked('script');
  failed.onerror();
  await expect(opened).rejects.toMatchObject({ name: 'ChunkLoadError', message: `Loading ${failed.src} failed` });
  expect(body).not.toContain(failed);
  const again = open();
  arrive(asked('script'));
  await expect(again).resolves.toMatchObject({ word: 'open' });
});

test('what hangs is given up', async () => {
  const { open, asked, arrive } = openPage();
  const opened = open();
  arrive(asked('link'));
  const ends = expect(opened).rejects.toThrow('failed');
  await jest.advanceTimersByTimeAsync(15_000);
  await ends;
});
