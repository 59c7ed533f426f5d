import { readdir, readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import { type AppName, HOSTED_CONTRACTS, routePathSchema } from '@wholepage/contracts/release';
import { containerName } from '@wholepage/federation/container';
import { neededBy } from '@wholepage/federation/webpack/release-files';
import { hiddenRoute } from '@wholepage/page-rules/address';
import { build } from 'esbuild';
import { satisfies, valid, validRange } from 'semver';
import * as z from 'zod';

/** Another bundler's output: the remote's entry, and all files that browsers may request, relative to the folder. */
export type ExternalFolder = Awaited<ReturnType<typeof readExternal>>;

const MOST_FILES = 2_000;
const MOST_BYTES = 50 * 1024 * 1024;
const FILE = /^[\w@./-]+$/;
const MANIFEST = 'mf-manifest.json';
const REMOTE = 'remote.json';
const GUIDE = 'docs/bring-your-own-bundler.md of the platform';

async function readJson<T>(dir: string, file: string, schema: z.ZodType<T>, todo: string): Promise<T> {
  const text = await readFile(join(dir, file), 'utf8').catch((cause: unknown) => {
    throw new Error(`${dir} holds no ${file}: ${todo}`, { cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.length ? `"${issue.path.join('.')}" ` : '';
  const keys = file === REMOTE ? ' docs/federation.md of the platform lists its keys.' : '';
  throw new Error(`${file}: ${at}${issue?.message}.${keys}`);
}

/** Lists the files of a folder. Node's recursive `readdir` would follow links out of it. */
async function filesOf(dir: string): Promise<string[]> {
  const files: string[] = [];
  let bytes = 0;
  const read = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(dir, below), { withFileTypes: true })) {
      const file = below + entry.name;
      if (entry.isDirectory()) await read(`${file}/`);
      else if (!entry.isFile()) throw new Error(`${file} is neither a file nor a folder: leave links out.`);
      else files.push(file);
      if (entry.isFile()) bytes += (await stat(join(dir, file))).size;
      if (files.length > MOST_FILES || bytes > MOST_BYTES)
        throw new Error(
          `${dir} holds more than ${MOST_FILES} files or ${MOST_BYTES / 1024 / 1024} MB: is it the build's output?`,
        );
    }
  };
  await read('');
  return files.sort();
}

const SCRIPT_TYPES = new Set(['global', 'var', 'script', 'window', 'self', 'assign', 'this']);
const MODULE_TYPES = new Set(['module', 'esm']);

function typeOf({ metaData }: FederationManifest, bundler: Bundler): 'module' | 'script' {
  const { type } = metaData.remoteEntry;
  if (MODULE_TYPES.has(type)) return 'module';
  if (SCRIPT_TYPES.has(type)) return 'script';
  throw new Error(`Its entry is of type "${type}", which no page can load: set ${bundler.entryType}.`);
}

const entryText = (dir: string, file = 'remoteEntry.js'): Promise<string> =>
  readFile(join(dir, file), 'utf8').catch(() => '');

async function readManifest(dir: string, files: readonly string[]): Promise<FederationManifest> {
  const { options } = bundlerOf(files, await entryText(dir));
  return readJson(dir, MANIFEST, federationManifestSchema, `set "manifest: true" in ${options}, and build it again.`);
}

/** Reads the module that `render` names. @throws Error when its text shows that the server could not run it */
async function readServerEntry(dir: string, file: string): Promise<string> {
  const text = await readFile(join(dir, file), 'utf8').catch(() => {
    throw new Error(`${REMOTE} names ${file} in "render", which is not in ${dir}: copy it there.`);
  });
  const options = { format: 'esm', metafile: true, write: false, logLevel: 'silent' } as const;
  const { metafile } = await build({ ...options, stdin: { contents: text } }).catch(({ errors: [first] }) => {
    throw new Error(`${file} is not JavaScript: ${first.text} in line ${first.location?.line}.`);
  });
  const { exports = [], imports = [] } = Object.values(metafile.outputs)[0] ?? {};
  if (!exports.includes('render'))
    throw new Error(`${file} exports no "render": write \`export async function render({ url }) { … }\`.`);
  const other = imports.find(({ path, kind }) => kind === 'import-statement' && !isBuiltin(path));
  if (!other) return text;
  throw new Error(`${file} imports ${other.path}, and a server has this one file: bundle it with what it imports.`);
}

/** Reads another bundler's output. @throws Error that says what to change */
export async function readExternal(app: AppName, from: string) {
  const dir = resolve(from);
  const found = await stat(dir).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`${from} is not a folder: name the one that the bundler writes to.`);
  const remote = await readJson(dir, REMOTE, remoteJsonSchema, `write one, and copy it there. ${GUIDE} says how.`);
  const render = remote.render && (await readServerEntry(dir, remote.render));
  const all = await filesOf(dir);
  const manifest = await readManifest(dir, all);
  const needed = neededBy(manifest);
  const text = await entryText(dir, needed[0]);
  const bundler = bundlerOf(all, text, manifest);
  const misnamed = all.find((file) => !FILE.test(file));
  if (misnamed !== undefined)
    throw new Error(
      `${misnamed}: names of files have letters, digits, "@", ".", "-" and "_" only: set ${bundler.fileNames}.`,
    );
  const absent = needed.find((file) => !all.includes(file));
  if (absent !== undefined)
    throw new Error(`${MANIFEST} names ${absent}, which is not in ${dir}. Build it again, into an empty folder.`);
  const entry = { file: needed[0], type: typeOf(manifest, bundler) };
  refuse(wrongIn(app, manifest, text, entry.type, bundler));
  const browsers = all.filter((file) => file !== REMOTE && file !== remote.render);
  const files = await withoutOwnPage(dir, browsers, [...needed, MANIFEST]);
  const scripts = files.filter((file) => SCRIPT.test(file)).map((file) => readFile(join(dir, file), 'utf8'));
  refuse(wrongInScripts(app, remote, await Promise.all(scripts), entry.type === 'script' ? text : '', bundler));
  return { dir, remote, render, manifest, entry, files };
}

const SCRIPT = /\.m?js$/;
const TEXT = /\.(m?js|css|json|svg)$/;
const PAGE = /\.html$/;
/** Files of a build for people and tools. */
const FOR_TOOLS = /(^|\/)(mf-stats\.json|\.vite\/.*|[^/]+\.map)$/;
/** The hash in a file's name. Bundlers join names in the browser, so only the hash stands in the code as a whole. */
const HASH = /[.-]([\w-]{8,})\.\w+$/;

const marksOf = (file: string): string[] => [basename(file), HASH.exec(file)?.[1] ?? ''].filter(Boolean);

const names = (text: string, file: string): boolean => marksOf(file).some((mark) => text.includes(mark));

/**
 * Drops the files of a build's own page: HTML files, files that only they name, and files for tools. An external remote
 * is mounted into the site's pages, which request none of these.
 * @param needed files that the build's manifest names, which stay
 */
async function withoutOwnPage(dir: string, files: readonly string[], needed: readonly string[]) {
  const read = (file: string) => readFile(join(dir, file), 'utf8');
  const pages = await Promise.all(files.filter((file) => PAGE.test(file)).map(read));
  const rest = files.filter((file) => !PAGE.test(file) && !FOR_TOOLS.test(file));
  const isOfPage = (file: string) => !needed.includes(file) && pages.some((page) => names(page, file));
  const staying = new Set(rest.filter((file) => !isOfPage(file)));
  let unread = [...staying];
  // A file that stays may name a file of the page: that one stays, too, with the files that it names.
  while (unread.length > 0) {
    const texts = await Promise.all(unread.filter((file) => TEXT.test(file)).map(read));
    unread = rest.filter((file) => !staying.has(file) && texts.some((text) => names(text, file)));
    for (const file of unread) staying.add(file);
  }
  return rest.filter((file) => staying.has(file));
}

const { min, max } = HOSTED_CONTRACTS;
const hosted = { error: `must be a version that this platform hosts: ${min === max ? max : `${min} to ${max}`}` };

const routeSchema = z.strictObject({
  /** Such as `/guest/:id`. */
  path: routePathSchema,
  title: z.string().min(1).max(200),
  description: z.string().max(500).default(''),
  /** Label in the site's menu. */
  menu: z.string().min(1).max(40).optional(),
  /** The page's HTML before scripts run, and without scripts. */
  html: z.string().max(200_000).default(''),
});

/** `remote.json`: the description of a remote that another bundler built, beside its `mf-manifest.json`. */
export const remoteJsonSchema = z.strictObject({
  contract: z.int(hosted).min(min, hosted).max(max, hosted),
  /** Semantic version; the release's version adds a dash and a hash of all files. */
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0')
    .default('1.0.0'),
  routes: z
    .array(routeSchema, 'must list its pages')
    .min(1, 'must list its pages')
    .max(100, 'are at most 100')
    .refine(
      (routes) => !hiddenRoute(routes.map(({ path }) => path)),
      'must have each page before one whose pattern takes all its addresses',
    ),
  /** Paths at which its back end takes forms without scripts, such as `/guest/subscribe`. */
  actions: z.array(routePathSchema).max(50, 'are at most 50').default([]),
  form: z.enum(['mount', 'bridge', 'component']).default('mount'),
  /** Trusted Types policies that its code creates. */
  policies: z
    .array(
      z.string().regex(/^[\w-]{1,60}$/, 'must be a name of letters, digits, "_" and "-"'),
      'must list the Trusted Types policies that its code creates, or be []',
    )
    .max(9, 'are at most 9'),
  /** An ES module without imports that exports `render`. */
  render: z.string().max(200).optional(),
});

export type RemoteJson = z.output<typeof remoteJsonSchema>;

/** The creation of a policy whose name is a literal, as bundlers and frameworks write it. */
const POLICY = /createPolicy\(\s*(["'`])([^"'`]*)\1/g;

/** The global list of chunks through which a build's scripts find each other. */
const CHUNK_LIST = /\bself\.(?:chunk_|(?:webpack|rspack)Chunk)(\w+)/;

/** Yields a sentence for each reason why a build cannot be the remote of its manifest; each says what to change. */
function* wrongIn(
  app: AppName,
  { metaData, exposes, shared }: FederationManifest,
  entry: string,
  type: 'module' | 'script',
  bundler: Bundler,
): Generator<string> {
  const { globalName, remoteEntry, publicPath = 'auto' } = metaData;
  if (type === 'module' && !exportsSomething(entry))
    yield `mf-manifest.json says that ${remoteEntry.name} is an ES module, and it exports nothing: set ${bundler.entryType}, and build it again.`;
  const own = containerName(app);
  const foreign = [globalName, CHUNK_LIST.exec(entry)?.[1] ?? own].find((name) => name !== own);
  if (type === 'script' && foreign !== undefined)
    yield `${remoteEntry.name} leaves "${foreign}", and in a page each remote has its own name: set "name" in ${bundler.options}, and "uniqueName" if it is set, to "${own}", and build it again.`;
  if (type === 'script' && !entry.includes(own))
    yield `mf-manifest.json says that ${remoteEntry.name} leaves "${own}", and it does not: set "name" in ${bundler.options} alone, without "library", and build it again.`;
  if (!exposes.some(({ path }) => path === './app'))
    yield `It exposes ${exposes.map(({ path }) => path).join(', ') || 'nothing'}: expose its pages as "./app" in "exposes" of ${bundler.options}.`;
  if (!['auto', '', './'].includes(publicPath))
    yield `Its files are looked for at "${publicPath}", and the site serves them elsewhere: set ${bundler.publicPath}.`;
  for (const { name, version, requiredVersion } of shared) {
    if (requiredVersion === false || requiredVersion === '') continue;
    const todo = `change "requiredVersion" of ${name} in "shared" of ${bundler.options}`;
    if (validRange(requiredVersion) === null)
      yield `It asks for ${name} in "${requiredVersion}", which is not a range of versions: ${todo}, for example to "^19.0.0".`;
    if (valid(version) !== null && !satisfies(version, requiredVersion))
      yield `It asks for ${name} in "${requiredVersion}", and was built with ${version}, which is not in it: ${todo}.`;
  }
}

/** An export called `unmount`, as bundlers write one; not another object's method. */
const UNMOUNT = /(?<![.\w$])unmount\b|\bexports\.unmount\b/;

/**
 * Yields a sentence for each reason why pages cannot run its scripts. A bridge and a component are unmounted by their host. A
 * script remote loads its own chunks: pages only run scripts of named Trusted Types policies, and its bundler checks digests.
 * @param entry text of a script remote's entry
 */
function* wrongInScripts(
  app: AppName,
  { form, policies }: RemoteJson,
  scripts: readonly string[],
  entry: string,
  bundler: Bundler,
): Generator<string> {
  if (form === 'mount' && !scripts.some((text) => UNMOUNT.test(text)))
    yield 'Its ./app exports no "unmount": export bootstrap, mount and unmount, or write in "form" of remote.json what it is: "bridge" or "component".';
  const made = scripts.flatMap((text) => [...text.matchAll(POLICY)].map(([, , name = '']) => name));
  const isSplit = entry !== '' && scripts.length > 1;
  if (isSplit && !/createPolicy/.test(entry))
    yield `It loads chunks without a Trusted Types policy, which the site's pages do not run. Set ${bundler.trustedTypes}, and name the same policy in "policies" of remote.json.`;
  if (isSplit && !made.includes(app))
    yield `It makes the Trusted Types policy "${made.join('", "')}", and in a page each remote makes its own: set ${bundler.trustedTypes} to "${app}", and write that in "policies" of remote.json.`;
  const other = made.find((name) => !policies.includes(name));
  if (other !== undefined)
    yield `It makes the Trusted Types policy "${other}", and "policies" of remote.json does not name it: write "${other}" there.`;
  if (isSplit && !/sha(256|384|512)-/.test(entry))
    yield `It loads chunks without digests, so a changed file would run: ${bundler.integrity}.`;
}

/** @throws Error with the first sentence, where there is one */
function refuse(reasons: Generator<string>): void {
  for (const reason of reasons) throw new Error(reason);
}

/** A bundler's names of the options that an external remote may have to change. */
export type Bundler = Readonly<Record<keyof typeof VITE, string>>;

const VITE = {
  /** The place of its Module Federation options. */
  options: 'federation() in vite.config',
  /** The options that give its scripts a Trusted Types policy, and its chunks digests. */
  trustedTypes: 'build ES modules, which need no policy',
  integrity: 'build ES modules, whose digests the release holds',
  /** The option by which files are found beside the entry. */
  publicPath: "base: './' in vite.config",
  /** The option that makes the entry a script or an ES module. */
  entryType: 'build.rolldownOptions.output.format in vite.config to "es"',
  fileNames: 'build.rolldownOptions.output.chunkFileNames and assetFileNames in vite.config',
};

/** Options of webpack, which Rspack shares. */
const asWebpack = (config: string, integrity: string): Bundler => ({
  options: `ModuleFederationPlugin in ${config}`,
  trustedTypes: `output.trustedTypes in ${config}`,
  integrity: `add ${integrity}, and output.crossOriginLoading: "anonymous", in ${config}`,
  publicPath: `output.publicPath: 'auto' in ${config}`,
  entryType: `"library.type" of ModuleFederationPlugin in ${config} to "var"`,
  fileNames: `output.filename and output.chunkFilename in ${config}`,
});

const RSPACK = asWebpack('rspack.config', 'SubresourceIntegrityPlugin');
const WEBPACK = asWebpack('webpack.config', 'SubresourceIntegrityPlugin of webpack-subresource-integrity');

const RSBUILD: Bundler = {
  options: 'pluginModuleFederation() in rsbuild.config',
  trustedTypes: 'tools.rspack.output.trustedTypes in rsbuild.config',
  integrity: 'set security.sri.enable in rsbuild.config',
  publicPath: "output.assetPrefix: 'auto' in rsbuild.config",
  entryType: '"library.type" of pluginModuleFederation() in rsbuild.config to "var"',
  fileNames: 'output.filename in rsbuild.config',
};

/** Default folders of Rsbuild and Vite. */
const OF_RSBUILD = /^static\/(js|css)\//;
const OF_VITE = /^assets\//;
const EXPORT = /\bexport\s*(?:[{*]|(?:const|let|var|function|async|class)\b)/;

const exportsSomething = (script: string): boolean => EXPORT.test(script);

/**
 * Guesses the bundler by its traces in a build. The guess only words advice.
 * @param files of the build, relative to its folder
 * @param entry text of the remote's entry, or nothing
 * @param manifest of the build, if there is one
 */
export function bundlerOf(files: readonly string[], entry: string, manifest?: FederationManifest): Bundler {
  const isOfVite = files.some((file) => OF_VITE.test(file));
  const type = manifest?.metaData.remoteEntry.type ?? '';
  const isModule = /^(module|esm)$/.test(type) || exportsSomething(entry) || (!manifest && isOfVite);
  // The library's runtime, which Vite puts into an entry, contains the other bundlers' names.
  if (isModule && (isOfVite || !/rspack|webpack/i.test(entry))) return VITE;
  if (files.some((file) => OF_RSBUILD.test(file))) return RSBUILD;
  return /rspack/i.test(entry) ? RSPACK : WEBPACK;
}
