import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { readDefinition } from '@wholepage/tooling/build-app';
import { packageDir } from '@wholepage/tooling/paths';
import { browserConfig, runWebpack } from '@wholepage/tooling/webpack-config';
import { type Audit, audit } from '../pages';
import { atEnd, serve, startSite } from '../servers';
import { inTurns, median, promised, type Value } from '../values';

const PAGES: Record<string, string> = { '/': 'page-home', '/blog': 'page-list' };
const RUNS = 9;
/** Lowest TBT that is compared: below it, a single task makes the whole difference. */
const TBT_FLOOR_MS = 50;

const COMPARED: Record<string, (audit: Audit) => number> = {
  scripts: ({ scripts }) => scripts,
  'all bytes': ({ bytes }) => bytes,
  LCP: ({ lcp }) => lcp,
  TBT: ({ tbt }) => Math.max(tbt, TBT_FLOOR_MS),
};

/** Compares the site with the same sources as one bundle and one root, by Lighthouse in turns. */
export async function measureOneBundle(): Promise<Value[]> {
  const dir = await mkdtemp(join(tmpdir(), 'one-bundle-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const filesOf = await buildOneBundle(dir);
  const { site } = await startSite();
  const one = await serveOneBundle(site, dir, filesOf, PAGES);
  const values: Value[] = [];
  for (const path of Object.keys(PAGES)) {
    const { ours, theirs } = await inTurns(RUNS, { ours: () => audit(site + path), theirs: () => audit(one + path) });
    for (const [what, pick] of Object.entries(COMPARED)) {
      const ratio = median(ours.map(pick)) / median(theirs.map(pick));
      values.push(promised(`${what} of ${path}, federated ÷ one bundle`, ratio, '', '≤', 1.05));
    }
  }
  return values;
}

const PUBLIC_PATH = '/_one/';

/** Returns the files of a chunk group, such as a page: names below {@link PUBLIC_PATH}. */
type FilesOf = (group: string) => string[];

/** Plugins of the presets that remain without federation: styles in one file for each page, and integrity checks of chunks. */
const KEPT_PLUGINS = ['MiniCssExtractPlugin', 'PageStyles', 'ChunkLoading'];

/** Builds the same sources by the same presets, without federation: one build, split by page. */
async function buildOneBundle(outDir: string): Promise<FilesOf> {
  const options = { outDir, publicPath: PUBLIC_PATH, development: false };
  const config = browserConfig(await readDefinition('shell'), options);
  const plugins = config.plugins?.filter((plugin) => KEPT_PLUGINS.includes(plugin?.constructor.name ?? ''));
  const compilation = await runWebpack({
    ...config,
    entry: { main: join(packageDir('bench'), 'src', 'one-bundle', 'main.tsx') },
    output: { ...config.output, uniqueName: 'one-bundle' },
    plugins: plugins ?? [],
  });
  return (group) => compilation.namedChunkGroups.get(group)?.getFiles() ?? [];
}

const compress = promisify(brotliCompress);
const COMPRESSED = /^(text\/|image\/svg|application\/json)/;
/** Headers of the connection or of one encoding, which are set again here. */
const OF_ONE_ANSWER = /^(content-encoding|content-length|date|transfer-encoding|connection|keep-alive)$/;
/** Headers that name the composer's own files, or allow only these to run. */
const OF_COMPOSED_PAGE = /^(content-security-policy|link|etag)$/;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Headers = Answer['headers'];

const headersOf = ({ headers }: Response, ...without: RegExp[]): Headers =>
  Object.fromEntries([...headers].filter(([name]) => !without.some((names) => names.test(name))));

/** Returns address and integrity of a file as attributes. */
const attributesOf = async (name: 'src' | 'href', dir: string, file: string): Promise<string> => {
  const digest = createHash('sha384').update(await readFile(join(dir, file)));
  return `${name}="${PUBLIC_PATH}${file}" integrity="sha384-${digest.digest('base64')}"`;
};

/** React's preload links. In the site they begin the slot, which is a root; in one larger root they belong in the head. */
const AHEAD = /(<div id="slot"[^>]*>)((?:<link [^>]*>)+)/;

/** Replaces the files of shell and remote in the composer's page by those of the one bundle, each given by its attributes. */
function withOneBundle(html: string, script: string, styles: readonly string[]): string {
  const [, , ahead = ''] = AHEAD.exec(html) ?? [];
  const [first = '', ...others] = styles.map((style) => `<link rel="stylesheet" ${style}>\n`);
  return html
    .replace(AHEAD, '$1')
    .replaceAll(/<link rel="stylesheet"[^>]*>\n?/g, '')
    .replaceAll(/\/_releases\/shell\/(assets\/[^"]+\.woff2)/g, `${PUBLIC_PATH}$1`)
    .replace(/<script src="[^"]*"[^>]*><\/script>/, `<script ${script} async fetchpriority="low"></script>`)
    .replace('<link rel="icon"', () => `${ahead}${first}<link rel="icon"`)
    .replace('<body>\n', (body) => body + others.join(''));
}

/** Serves the site as one bundle; pages and media are the composer's, compressed once. @param page chunk of each path */
async function serveOneBundle(composer: string, dir: string, filesOf: FilesOf, page: Record<string, string>) {
  const kept = new Map<string, Promise<Answer>>();
  const finish = async ({ status, headers, body }: Answer): Promise<Answer> =>
    COMPRESSED.test(headers['content-type'] ?? '')
      ? { status, headers: { ...headers, 'content-encoding': 'br' }, body: await compress(body) }
      : { status, headers, body };
  const html = await (await fetch(composer)).text();
  // The bundle's files are sent with the headers of a release's files of the same kind.
  const headersOfKind = new Map<string, Promise<Headers>>();
  const headersFor = (ending: string): Promise<Headers> => {
    const released = new RegExp(`/_releases/[^"\\s]+\\${ending}(?=["\\s])`).exec(html)?.[0];
    if (!released) throw new Error(`The page has no file that ends with ${ending}.`);
    const ask = () => fetch(composer + released).then((file) => headersOf(file, OF_ONE_ANSWER));
    return headersOfKind.getOrInsertComputed(ending, ask);
  };
  const own = async (path: string): Promise<Answer> => ({
    status: 200,
    headers: await headersFor(extname(path)),
    body: await readFile(join(dir, path.slice(PUBLIC_PATH.length))),
  });
  const passed = async (path: string): Promise<Answer> => {
    const response = await fetch(composer + path);
    const headers = headersOf(response, OF_ONE_ANSWER, OF_COMPOSED_PAGE);
    const body = Buffer.from(await response.arrayBuffer());
    const chunk = page[path];
    if (!chunk) return { status: response.status, headers, body };
    const files = new Set(['main', 'layout', chunk].flatMap(filesOf).filter((file) => file.endsWith('.css')));
    const styles = await Promise.all([...files].map((file) => attributesOf('href', dir, file)));
    const text = withOneBundle(body.toString(), await attributesOf('src', dir, 'main.js'), styles);
    return { status: response.status, headers, body: Buffer.from(text) };
  };
  return serve((request, response) => {
    const path = request.url ?? '/';
    const answer = kept.get(path) ?? (path.startsWith(PUBLIC_PATH) ? own(path) : passed(path)).then(finish);
    kept.set(path, answer);
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
}
