import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import vm from 'node:vm';
import { ChunkLoading, exposedInEntry } from '@wholepage/federation/webpack/federation';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation, Configuration, RuleSetRule } from 'webpack';
import { packageDir } from '../../paths';
import { makeSourceFolder } from '../../testing/source-folder';
import { remote } from '../app';
import {
  type BuildOptions,
  browserConfig,
  emitFolder,
  nodeConfig,
  PageStyles,
  refuseWorkers,
  requireLifecycles,
  rules,
  runWebpack,
  withoutAmd,
} from './webpack-config';

describe('loading of chunks', () => {
  /** An element that the loader appended to the body. */
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
    write('dialog.css', '.dialog { background: url("./Bild ü..1.svg") }');
    write('Bild ü..1.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    mkdirSync(join(folder, 'files', 'icons'), { recursive: true });
    writeFileSync(join(folder, 'files', 'icons', 'touch.png'), 'a picture');
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
        emitFolder(join(folder, 'files'), 'site'),
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
    // No promise waits for chunks that arrived, failed or timed out.
    expect(waiting).toBe(0);
  });

  const bytesOf = (url: string) => readFileSync(join(folder, 'out', url.replace('/files/', '')));
  const promise = (url: string) => `sha256-${createHash('sha256').update(bytesOf(url)).digest('base64')}`;

  /** Runs the built entry in a document. @param styled true when the server has put all styles into it */
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
    // The styles stay; the script is removed after its run.
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

  test('files of the site are shipped with the folders that they lie in', () =>
    expect(bytesOf('site/icons/touch.png').toString()).toBe('a picture'));

  test('a picture is named as a release may hold it, whatever its own name is', () => {
    const [picture = ''] = readdirSync(join(folder, 'out', 'assets')).filter((name) => name.endsWith('.svg'));
    expect(picture).toMatch(/^Bild-1\.[0-9a-f]{12}\.svg$/);
    const style = readdirSync(join(folder, 'out', 'assets')).find((name) => name.endsWith('.css')) ?? '';
    expect(bytesOf(`assets/${style}`).toString()).toContain(`/files/assets/${picture}`);
  });

  test('what hangs is given up', async () => {
    const { open, asked, arrive } = openPage();
    const opened = open();
    arrive(asked('link'));
    const ends = expect(opened).rejects.toThrow('failed');
    await jest.advanceTimersByTimeAsync(15_000);
    await ends;
  });
});

describe('an exposed chunk', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeSourceFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  test('what a remote exposes is in its entry, its pages and what others wrote are not', async () => {
    write('entry.ts', "export const get = () => import(/* webpackChunkName: 'app' */ './app');");
    write('app.ts', "import 'router';\nimport './kit';\nimport(/* webpackChunkName: 'page-list' */ './list');");
    write('kit.ts', 'globalThis.kit = true;');
    write('list.ts', 'globalThis.list = true;');
    write('node_modules/router/index.js', 'globalThis.router = true;');
    const { chunks, chunkGraph, namedChunkGroups } = await runWebpack({
      context: folder,
      mode: 'production',
      entry: { mf_new: './entry.ts' },
      resolve: { extensions: ['.ts', '.js'] },
      module: { rules: rules({ target: 'browser', publicPath: '/' }) },
      output: { path: join(folder, 'out'), chunkFilename: '[name].js' },
      optimization: { concatenateModules: false, splitChunks: { cacheGroups: { exposed: exposedInEntry('mf_new') } } },
    });
    const sources = Object.fromEntries(
      [...chunks].map((chunk) => [
        chunk.name,
        chunkGraph
          .getChunkModules(chunk)
          .flatMap(
            (module) =>
              module
                .nameForCondition()
                ?.split(/[\\/]/)
                .slice(-2)
                .join('/')
                .replace(/^sources-\w+\//, '') ?? [],
          )
          .sort(),
      ]),
    );
    expect(sources).toEqual({
      mf_new: ['app.ts', 'entry.ts', 'kit.ts'],
      app: ['router/index.js'],
      'page-list': ['list.ts'],
    });
    expect(namedChunkGroups.get('app')?.getFiles().sort()).toEqual(['app.js', 'mf_new.js']);
  });
});

describe('files', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeSourceFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(['browser', 'node'] as const)(
    'those that code names have one address, which is served: %s',
    async (target) => {
      writeFileSync(join(folder, 'tone.wav'), 'a');
      writeFileSync(join(folder, 'dot.gif'), 'b');
      const main = `import dot from './dot.gif';
        globalThis.found = (<b title={new URL('./tone.wav', import.meta.url).href}>{dot}</b>).props;`;
      writeFileSync(join(folder, 'main.jsx'), main);
      await runWebpack({
        context: folder,
        mode: 'production',
        target: target === 'node' ? 'node26' : ['web', 'es2022'],
        entry: './main.jsx',
        module: { rules: rules({ target, publicPath: '/' }) },
        output: { path: join(folder, 'out'), publicPath: '/files/' },
      });
      const page = vm.createContext({ URL, document: {}, self: {} });
      vm.runInContext(readFileSync(join(folder, 'out', 'main.js'), 'utf8'), page);
      expect(page['found']).toEqual({
        title: expect.stringMatching(/^\/files\/assets\/tone\.[0-9a-f]{12}\.wav$/),
        children: expect.stringMatching(/^\/files\/assets\/dot\.[0-9a-f]{12}\.gif$/),
      });
    },
  );
});

test.each([...['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif', 'gif', 'ico'], ...['mp4', 'webm', 'mp3', 'pdf']])(
  'a file of the kind .%s is built, and its address has a type',
  (kind) => {
    const files = rules({ target: 'browser', publicPath: '/' }).filter(({ type }) => type === 'asset/resource');
    expect(files.some(({ test: names }) => names instanceof RegExp && names.test(`name.${kind}`))).toBe(true);
    const types = join(__dirname, '..', '..', '..', 'types', 'ambient.d.ts');
    expect(readFileSync(types, 'utf8')).toContain(`declare module '*.${kind}' {`);
  },
);

describe('what pages do not take', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeSourceFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const build = (main: string) => {
    writeFileSync(join(folder, 'main.js'), main);
    return runWebpack({
      context: folder,
      mode: 'production',
      target: ['web', 'es2022'],
      entry: './main.js',
      module: { rules: rules({ target: 'browser', publicPath: '/' }) },
      output: { path: join(folder, 'out') },
      plugins: [refuseWorkers, withoutAmd],
    });
  };

  test('a worker stops the build, which names the file that starts it', async () => {
    writeFileSync(join(folder, 'worker.js'), 'self.onmessage = () => {};');
    const built = build("new Worker(new URL('./worker.js', import.meta.url));");
    await expect(built).rejects.toThrow(/main\.js starts a worker, and pages run none\./);
  });

  test.each([
    ["import 'node:fs';", /"node:" URIs\..*let a back end do it/s],
    ["import 'path';", /Can't resolve 'path'.*let a back end do it/s],
    ["import './a.scss';", /a\.scss.*CSS modules and pictures/s],
  ])('what browsers cannot have stops the build, which says what to do: %s', async (main, message) => {
    writeFileSync(join(folder, 'a.scss'), '.a { .b { color: red } }');
    await expect(build(main)).rejects.toThrow(message);
  });

  test('a package that looks for AMD first finds none, and writes nothing to window', async () => {
    const lodash =
      "if (typeof define == 'function' && define.amd) { self._ = 1; define(() => 1); } else module.exports = 1;";
    writeFileSync(join(folder, 'lodash.cjs'), lodash);
    await build("import one from './lodash.cjs'; globalThis.found = one;");
    const page = vm.createContext({ self: {}, document: {}, define: Object.assign(() => {}, { amd: true }) });
    vm.runInContext(readFileSync(join(folder, 'out', 'main.js'), 'utf8'), page);
    expect([page['found'], page['self']]).toEqual([1, {}]);
  });
});

describe('what is exposed', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(makeSourceFolder(), 'site #1');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(dirname(folder), { recursive: true }));

  /** Builds a remote with this source as its `./app`. */
  async function build(app: string) {
    writeFileSync(
      join(folder, 'kit.ts'),
      'export const createRemote = () => ({ bootstrap() {}, mount() {}, unmount() {} });',
    );
    writeFileSync(join(folder, 'app.ts'), app);
    writeFileSync(join(folder, 'entry.ts'), "export const get = () => import('./app');");
    const compilation = await runWebpack({
      context: folder,
      mode: 'production',
      entry: './entry.ts',
      resolve: { extensions: ['.ts', '.js'] },
      module: { rules: rules({ target: 'browser', publicPath: '/' }) },
      output: { path: join(folder, 'out') },
    });
    requireLifecycles(compilation, 'news', join(folder, 'app.ts'));
  }

  const KIT = "import { createRemote } from './kit';\nexport const {";

  test('a remote that cannot be taken off the page again is not built', async () => {
    await expect(build(`${KIT} bootstrap, mount } = createRemote();`)).rejects.toThrow(
      /^news cannot be mounted: .+app\.ts exports no unmount\./,
    );
    await expect(build('export const title = 1;')).rejects.toThrow(/exports no bootstrap, no mount, no unmount\./);
  });

  test('a remote that exports what the kit gives is built', () =>
    build(`${KIT} bootstrap, mount, unmount } = createRemote();`));
});

describe('styles of pages', () => {
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

  /** Builds. @returns the style files of each named chunk, each with the colours that it sets */
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
      'main.ts': [uses('navy'), later('layout', 'layout'), later('one', 'page-one'), later('two', 'page-two')].join(
        '\n',
      ),
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
});

describe('React', () => {
  const BLOG = remote('mf-blog', 3003);
  const OUT = { outDir: '/nowhere', publicPath: '/', development: true };

  /** Build of React and JSX runtime that a configuration selects. */
  const reactOf = ({ optimization, module }: Configuration) => {
    const rules = (module?.rules ?? []) as RuleSetRule[];
    const [options] = rules.flatMap((rule) => (String(rule.loader).includes('swc-loader') ? [rule.options] : []));
    const { jsc } = options as { jsc: { transform: { react: { development: boolean } } } };
    return { build: optimization?.nodeEnv, developmentJsx: jsc.transform.react.development };
  };
  const both = (options: BuildOptions) => [browserConfig(BLOG, options), nodeConfig(BLOG, options)].map(reactOf);

  // The shell of `npm run dev` shares React's production build, with which the development JSX runtime throws.
  test('a remote that is developed within the site takes the React of the shell', () => {
    const shells = { build: 'production', developmentJsx: false };
    expect(both(OUT)).toEqual([shells, shells]);
  });

  test('a remote that is developed alone has the React that says what is wrong', () => {
    const own = { build: 'development', developmentJsx: true };
    expect(both({ ...OUT, hot: true })).toEqual([own, own]);
  });

  test('an app’s own React is named by its link, which says in a build which version it is', () => {
    const links = Object.fromEntries(
      ['react', 'react-dom'].map((name) => [name, join(packageDir(BLOG.name), 'node_modules', name)]),
    );
    expect(browserConfig(BLOG, OUT).resolve?.alias).toMatchObject(links);
  });
});
