import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSourceMap } from '@wholepage/releases/publish';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { enquiryForm, payInCheckout } from '@wholepage/tooling/load';
import { ROOT } from '@wholepage/tooling/paths';
import { startService } from '@wholepage/tooling/spawn';
import { build } from 'esbuild';
import { SERVER } from '../../api/scripts/build-options';
import type { SiteAddresses } from '../../e2e/src/servers/start-site';
import { copySite, EDITS } from './dev';
import { atEnd, startBrowser, startSite } from './servers';
import { promised, type Value } from './values';

/*
 * Counts the source files that run for a page request, a click, an enquiry, a payment and a release, by V8's call
 * counts. Calls of a start do not count, nor do those of jobs that run by themselves meanwhile.
 */

/**
 * The most files that a reader must go through. A click shows seven components, each in its own folder; half of the
 * rest is split off because visitors load it later: fewer would be glue.
 */
const MOST = { page: 35, click: 32, enquiry: 25, payment: 30, release: 60 };
/** Time for jobs that run by themselves, and for work that an action leaves to a queue. */
const REST_MS = 4_000;
/** Time in which a job of every minute runs at least once. */
const MINUTE_MS = 65_000;
/** Functions that run only while a file is loaded: static fields, and the helper by which tsx keeps names. */
const LOADING = /^(?:<static_initializer>|__name)$/;
/** Programs whose calls count; the payment sandbox's do not. */
const SERVERS = /(composer\/dist\/server|api\/dist)\/server\.mjs$|guest-main\.mjs$/;

interface Script {
  url: string;
  functions: { functionName: string; ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/** A called function, by the offsets of its text. */
interface Call {
  url: string;
  from: number;
  to: number;
}

/** A Node option that counts calls in a server, and reports them over a socket. It starts guests without their confinement. */
const hook = (port: number): string => {
  const program = `
    import inspector from 'node:inspector';
    import { connect } from 'node:net';
    import { syncBuiltinESMExports } from 'node:module';
    if (${SERVERS}.test(process.argv[1] ?? '')) {
      const session = new inspector.Session();
      session.connect();
      session.post('Profiler.enable');
      session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      const socket = connect(${port}, '127.0.0.1').unref().on('error', () => {});
      const tell = (_, { result }) => socket.write(JSON.stringify(result) + '\\n');
      socket.on('data', () => session.post('Profiler.takePreciseCoverage', tell));
    }
    const processes = process.getBuiltinModule('node:child_process');
    const { spawn } = processes;
    processes.spawn = (file, args, ...more) => {
      const guest = Array.isArray(args) ? args.findIndex((word) => /^[^-].*guest-main\\.mjs$/.test(word)) : -1;
      if (guest < 0) return spawn(file, args, ...more);
      const words = args.toSpliced(guest, 0, '--import', import.meta.url);
      return spawn(file, words.filter((word) => !/^--(permission|allow-)/.test(word)), ...more);
    };
    syncBuiltinESMExports();`;
  return `--import data:text/javascript,${encodeURIComponent(program)}`;
};

async function startCounting() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setEncoding('utf8').on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const ask = async (socket: Socket): Promise<Script[]> => {
    let text = '';
    socket.write('take');
    for await (const part of socket.iterator({ destroyOnReturn: false })) {
      text += part;
      if (text.endsWith('\n')) break;
    }
    return JSON.parse(text);
  };
  atEnd(() => server.close());
  const { port } = server.address() as { port: number };
  return { port, take: async () => (await Promise.all([...sockets].map(ask))).flat() };
}

/** Returns the called functions by script and offset, without those that only load their file. */
const called = (scripts: readonly Script[]): Map<string, Call> =>
  new Map(
    scripts.flatMap(({ url, functions }) =>
      functions.flatMap(({ functionName, ranges: [range] }) =>
        range?.count && (functionName || range.startOffset) && !LOADING.test(functionName)
          ? [[`${url} ${range.startOffset}`, { url, from: range.startOffset, to: range.endOffset }]]
          : [],
      ),
    ),
  );

interface Built {
  text: string;
  map: string;
  /** The folder that the names of its sources are relative to. */
  base: string;
}

async function releasedScript(data: string, app: string, file: string): Promise<Built | undefined> {
  const folder = join(data, 'releases', app);
  for (const version of readdirSync(folder).filter((name) => /^\d/.test(name))) {
    const manifest = JSON.parse(readFileSync(join(folder, version, 'release.json'), 'utf8')) as Parameters<
      typeof readSourceMap
    >[1];
    const map = await readSourceMap(folderStore(join(data, 'private')), manifest, file.replace(`${version}/`, ''));
    if (map) return { text: readFileSync(join(folder, file), 'utf8'), map, base: app };
  }
  return undefined;
}

async function builtScript(data: string, url: string): Promise<Built | undefined> {
  const [, app, file] = /releases\/([\w-]+)\/((?:assets\/|[\d.]+-\w+\/).*)$/.exec(url) ?? [];
  if (app && file) return releasedScript(data, app, file);
  const path = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (path === join(ROOT, 'api', 'dist', 'server.mjs')) {
    // The shipped file has no source map. A second build of the same sources in the same folder makes the same text.
    const there = { absWorkingDir: join(ROOT, 'api'), sourcemap: 'external', write: false } as const;
    const { outputFiles } = await build({ ...SERVER, ...there });
    const textOf = (end: string) => outputFiles.find((one) => one.path === path + end)?.text ?? '';
    const text = await readFile(path, 'utf8');
    if (text !== textOf('')) throw new Error(`${path} is not what its sources make: build it.`);
    return { text, map: textOf('.map'), base: join(path, '..') };
  }
  const map = await readFile(`${path}.map`, 'utf8').catch(() => undefined);
  return map === undefined ? undefined : { text: await readFile(path, 'utf8'), map, base: join(path, '..') };
}

/** Returns the files of functions that an action calls but rest does not, relative to the root of the sources. */
async function filesOf(
  data: string,
  action: readonly Script[],
  rest: readonly Script[],
  root = ROOT,
): Promise<string[]> {
  const always = called(rest);
  const byScript = new Map<string, Call[]>();
  for (const [name, call] of called(action))
    if (!always.has(name)) byScript.set(call.url, [...(byScript.get(call.url) ?? []), call]);
  const files = new Set<string>();
  const add = (file: string) => {
    if (/\.tsx?$/.test(file) && !/node_modules|^\.\./.test(file) && existsSync(join(ROOT, file))) files.add(file);
  };
  for (const [url, calls] of byScript) {
    const [path = ''] = url.startsWith('file:') ? fileURLToPath(url).split('?') : [];
    if (/\.tsx?$/.test(path)) add(relative(path.startsWith(root) ? root : ROOT, path));
    const found = /\.m?js$/.test(url) ? await builtScript(data, url) : undefined;
    if (!found) continue;
    const map = new SourceMap(JSON.parse(found.map));
    const ends = [...found.text.matchAll(/\n/g)].map(({ index }) => index);
    /** Returns line and column of an offset, with the last mapping up to it. */
    const mapped = (at: number) => {
      const line = ends.findLastIndex((end) => end < at) + 1;
      const column = at - (line > 0 ? (ends[line - 1] ?? 0) + 1 : 0);
      return { line, column, entry: map.findEntry(line, column) };
    };
    for (const { from, to } of calls) {
      // A function without a mapping of its own is the bundler's: the mapping before it belongs to another file.
      const { line, column } = mapped(from);
      const { entry } = mapped(to - 1);
      if (!('originalSource' in entry)) continue;
      if (entry.generatedLine < line || (entry.generatedLine === line && entry.generatedColumn < column)) continue;
      const [, webpack] = /^webpack:\/\/[^/]*\/(.*?)(?:\?\w*)?$/.exec(entry.originalSource) ?? [];
      add(webpack ? join(found.base, webpack) : relative(ROOT, resolve(found.base, entry.originalSource)));
    }
  }
  return [...files].sort();
}

/** Counts the click in the menu from /contact to /blog, whose code is loaded already. */
async function clickFiles({ site, data }: SiteAddresses): Promise<string[]> {
  const page = await (await startBrowser()).newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Profiler.enable');
  await client.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const take = async (): Promise<Script[]> => (await client.send('Profiler.takePreciseCoverage')).result;
  const follow = async (name: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.matches('main h1'));
    await wait(REST_MS);
  };
  await page.goto(`${site}/contact`, { waitUntil: 'networkidle' });
  for (const name of ['Blog', 'Contact']) await follow(name);
  await take();
  await wait(REST_MS);
  const rest = await take();
  await follow('Blog');
  return filesOf(data, await take(), rest);
}

/** Counts `wholepage release mf-blog` of a changed text, in a copy of the sources, less loading files and site definition. */
async function releaseFiles({ data, site }: SiteAddresses): Promise<string[]> {
  const copy = await copySite();
  atEnd(() => copy.remove());
  const run = async (status: number, program: string, ...words: string[]): Promise<Script[]> => {
    const NODE_V8_COVERAGE = await mkdtemp(join(tmpdir(), 'coverage-'));
    const said: string[] = [];
    const { ended } = startService('wholepage', {
      args: ['--import', 'tsx', join(copy.root, program), ...words],
      cwd: copy.root,
      env: { ...process.env, NODE_V8_COVERAGE, DATA_DIR: data, PORT: new URL(site).port },
      onLine: (line) => said.push(line),
    });
    if ((await ended) !== status) throw new Error(`${program} ${words.join(' ')}: ${said.slice(-20).join('\n')}`);
    const reports = readdirSync(NODE_V8_COVERAGE).map((name) => readFileSync(join(NODE_V8_COVERAGE, name), 'utf8'));
    await rm(NODE_V8_COVERAGE, { recursive: true });
    return reports.flatMap((report) => JSON.parse(report).result);
  };
  const text = EDITS.find(({ what }) => what === 'a text');
  if (text) await copy.edit(text.file, text.from, text.to);
  const command = join('platform', 'tooling', 'src', 'cli.ts');
  const rest = [...(await run(0, join('site', 'site.ts'))), ...(await run(1, command, 'release', 'mf-none'))];
  return filesOf(data, await run(0, command, 'release', 'mf-blog'), rest, copy.root);
}

export async function measureFiles(): Promise<Value[]> {
  const { port, take } = await startCounting();
  const site = await startSite({ NODE_OPTIONS: hook(port) });
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${site.site}/api/${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  const actions = {
    page: (of: string) => fetch(`${site.site}/courses/${of}`),
    enquiry: () => post('save_home_form.php', enquiryForm(randomUUID())),
    payment: async () => {
      const shop = { api: `${site.site}/api`, sandbox: site.sandbox, keyId: 'rzp_test_sandbox' };
      const { proof } = await payInCheckout(shop);
      return post('confirm_payment.php', JSON.stringify(proof), { 'content-type': 'application/json' });
    },
  };
  const during = async (work: () => Promise<Response>): Promise<Script[]> => {
    await take();
    const answer = await work();
    if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}.`);
    await wait(REST_MS);
    return take();
  };
  for (const work of Object.values(actions)) await work('1');
  await wait(REST_MS);
  await take();
  await wait(MINUTE_MS);
  const rest = await take();
  const found = new Map<keyof typeof MOST, string[]>();
  // A file that runs at only one of two times belongs to a job that came between.
  for (const of of ['2', '3'])
    for (const name of ['page', 'enquiry', 'payment'] as const) {
      const ran = await filesOf(site.data, await during(() => actions[name](of)), rest);
      found.set(name, found.get(name)?.filter((file) => ran.includes(file)) ?? ran);
    }
  found.set('click', await clickFiles(site));
  found.set('release', await releaseFiles(site));
  return [...found].map(([name, files]) => {
    console.log(`${name}, ${files.length}:\n${files.map((file) => `  ${file}\n`).join('')}`);
    return promised(`our files that run: ${name}`, files.length, 'files', '≤', MOST[name]);
  });
}
