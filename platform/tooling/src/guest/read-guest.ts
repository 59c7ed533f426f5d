import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import type { z } from 'zod';
import { type Bundler, bundlerOf } from './bundler';
import { GuestError } from './guest-error';
import { checkEntry, checkExposes, checkLifecycles, checkPublicPath, checkRanges, checkScripts } from './guest-rules';
import { type RemoteJson, remoteJsonSchema } from './remote-json';

/** A remote as another bundler put it out. */
export interface GuestFolder {
  dir: string;
  remote: RemoteJson;
  manifest: FederationManifest;
  bundler: Bundler;
  /** Its entry: a script that leaves a container, or an ES module. */
  entry: { file: string; type: 'module' | 'script' };
  /** All files that browsers may ask for, relative to the folder. */
  files: string[];
}

const MOST_FILES = 2_000;
const MOST_BYTES = 50 * 1024 * 1024;
const FILE = /^[\w@./-]+$/;
const MANIFEST = 'mf-manifest.json';
const REMOTE = 'remote.json';

async function readJson<T>(dir: string, file: string, schema: z.ZodType<T>, todo: string): Promise<T> {
  const text = await readFile(join(dir, file), 'utf8').catch((cause: unknown) => {
    throw new GuestError(`${dir} holds no ${file}: ${todo}`, { cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GuestError(`${file} is not JSON.`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.length ? `"${issue.path.join('.')}" ` : '';
  throw new GuestError(`${file}: ${at}${issue?.message}.`);
}

async function filesOf(dir: string, bundler: Bundler): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
      .slice(dir.length + 1)
      .split(sep)
      .join('/');
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) throw new GuestError(`${file} is neither a file nor a folder: leave links out.`);
    if (!FILE.test(file)) {
      throw new GuestError(
        `${file}: names of files have letters, digits, "@", ".", "-" and "_" only: set ${bundler.fileNames}.`,
      );
    }
    bytes += (await stat(join(dir, file))).size;
    files.push(file);
    if (files.length > MOST_FILES || bytes > MOST_BYTES) {
      throw new GuestError(
        `${dir} holds more than ${MOST_FILES} files or ${MOST_BYTES / 1024 / 1024} MB: is it the build's output?`,
      );
    }
  }
  return files.sort();
}

const SCRIPT_TYPES = new Set(['global', 'var', 'script', 'window', 'self', 'assign', 'this']);
const MODULE_TYPES = new Set(['module', 'esm']);

function typeOf({ metaData }: FederationManifest, bundler: Bundler): 'module' | 'script' {
  const { type } = metaData.remoteEntry;
  if (MODULE_TYPES.has(type)) return 'module';
  if (SCRIPT_TYPES.has(type)) return 'script';
  throw new GuestError(`Its entry is of type "${type}", which no page can load: set ${bundler.entryType}.`);
}

/** Files that a build's manifest names, its entry among them. */
function neededBy({ metaData, exposes }: FederationManifest): [entry: string, ...others: string[]] {
  const { path, name } = metaData.remoteEntry;
  const others = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
  return [[path, name].filter(Boolean).join('/'), ...others];
}

/** The text of a build's entry, or nothing. */
const entryText = (dir: string, file = 'remoteEntry.js'): Promise<string> =>
  readFile(join(dir, file), 'utf8').catch(() => '');

async function readManifest(dir: string, files: readonly string[]): Promise<FederationManifest> {
  const { options } = bundlerOf(files, await entryText(dir));
  return readJson(dir, MANIFEST, federationManifestSchema, `set "manifest: true" in ${options}, and build it again.`);
}

/** Reads what another bundler put out. @throws GuestError that says what to change */
export async function readGuest(from: string): Promise<GuestFolder> {
  const dir = resolve(from);
  const found = await stat(dir).catch(() => undefined);
  if (!found?.isDirectory()) throw new GuestError(`${from} is not a folder: name the one that the bundler writes to.`);
  const remote = await readJson(dir, REMOTE, remoteJsonSchema, 'write one, as docs/bring-your-own-bundler.md says.');
  const names = (await readdir(dir, { recursive: true })).map((name) => name.split(sep).join('/'));
  const manifest = await readManifest(dir, names);
  const needed = neededBy(manifest);
  const text = await entryText(dir, needed[0]);
  const bundler = bundlerOf(names, text, manifest);
  const all = await filesOf(dir, bundler);
  const absent = [...needed, ...(remote.render ? [remote.render] : [])].find((file) => !all.includes(file));
  if (absent !== undefined)
    throw new GuestError(
      `${MANIFEST} and ${REMOTE} name ${absent}, which is not in ${dir}. Build it again, into an empty folder.`,
    );
  const entry = { file: needed[0], type: typeOf(manifest, bundler) };
  checkEntry(manifest, text, entry.type, bundler);
  checkExposes(manifest, bundler);
  checkPublicPath(manifest, bundler);
  checkRanges(manifest, bundler);
  const browsers = all.filter((file) => file !== REMOTE && file !== remote.render);
  const files = await withoutOwnPage(dir, browsers, [...needed, MANIFEST]);
  const scripts = files.filter((file) => /\.m?js$/.test(file)).map((file) => readFile(join(dir, file), 'utf8'));
  checkLifecycles(remote.form, await Promise.all(scripts));
  if (entry.type === 'script') checkScripts(text, files, remote.policies, bundler);
  return { dir, remote, manifest, bundler, entry, files };
}

const TEXT = /\.(m?js|css|json|svg)$/;
const PAGE = /\.html$/;
/** What bundlers write for people and tools. */
const FOR_TOOLS = /(^|\/)(mf-stats\.json|\.vite\/.*|[^/]+\.map)$/;
/** A hash in a file's name: bundlers put names together in the browser, and the hash is what they have whole. */
const HASH = /[.-]([\w-]{8,})\.\w+$/;

const marksOf = (file: string): string[] => [basename(file), HASH.exec(file)?.[1] ?? ''].filter(Boolean);

const names = (text: string, file: string): boolean => marksOf(file).some((mark) => text.includes(mark));

/**
 * Leaves out what a build has for a page of its own: HTML files, what only they name, and files for tools. A guest is
 * mounted into the site's pages, and none of these is asked for there.
 * @param needed files that the build's manifest names: they stay
 */
async function withoutOwnPage(dir: string, files: readonly string[], needed: readonly string[]) {
  const read = (file: string) => readFile(join(dir, file), 'utf8');
  const pages = await Promise.all(files.filter((file) => PAGE.test(file)).map(read));
  const rest = files.filter((file) => !PAGE.test(file) && !FOR_TOOLS.test(file));
  const isOfPage = (file: string) => !needed.includes(file) && pages.some((page) => names(page, file));
  const staying = new Set(rest.filter((file) => !isOfPage(file)));
  let unread = [...staying];
  // What stays may name a file of the page: then that one stays, and what it names.
  while (unread.length > 0) {
    const texts = await Promise.all(unread.filter((file) => TEXT.test(file)).map(read));
    unread = rest.filter((file) => !staying.has(file) && texts.some((text) => names(text, file)));
    for (const file of unread) staying.add(file);
  }
  return rest.filter((file) => staying.has(file));
}
