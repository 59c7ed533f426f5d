import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type AppName, type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import { externalPolicy } from '@wholepage/federation/container';
import type { ExternalModule, PromisedFile } from '@wholepage/federation/external-remote';
import { externalScript } from '@wholepage/federation/webpack/release-files';
import { integrityOf } from '@wholepage/releases/manifest';
import { describeFiles } from '../build/output/release-files';
import { type ExternalFolder, type RemoteJson, readExternal } from './read-external';

/** Folder in the release, where the paths between the external remote's files stay as its bundler wrote them. */
const EXTERNAL = 'external/';
const ENTRY = 'entry.js';
const RENDER = 'node/render.mjs';

type Shared = ExternalFolder['manifest']['shared'][number];

/** Returns the accepted range; any version without one. */
const rangeOf = (shared: Shared | undefined): string => shared?.requiredVersion || '*';

async function promised({ dir }: ExternalFolder, file: string): Promise<PromisedFile> {
  return { file: EXTERNAL + file, integrity: integrityOf(await readFile(join(dir, file))) };
}

const STATIC_IMPORT = /\b(?:from|import)\s*["']([^"']+)["']/g;

/** Finds modules that are fetched only for the external remote's own copies of shared packages. */
async function copiesIn({ dir, manifest, files }: ExternalFolder): Promise<Map<string, ExternalModule['copyOf']>> {
  const scripts = files.filter((file) => /\.m?js$/.test(file));
  const texts = await Promise.all(scripts.map((file) => readFile(join(dir, file), 'utf8')));
  const imported = new Set(
    texts.flatMap((text) => [...text.matchAll(STATIC_IMPORT)].map(([, path = '']) => basename(path))),
  );
  return new Map(
    manifest.shared.flatMap((shared) => {
      const { name, version, assets } = shared;
      const alone = [...assets.js.sync, ...assets.js.async].filter((file) => !imported.has(basename(file)));
      return alone.map((file) => [file, { name, version, range: rangeOf(shared) }] as const);
    }),
  );
}

async function entryScript(app: AppName, external: ExternalFolder): Promise<string> {
  const { file, type } = external.entry;
  const sharedBy = (wanted: string) => external.manifest.shared.find(({ name }) => name === wanted);
  const modules = external.files.filter((other) => type === 'module' && /\.m?js$/.test(other) && other !== file);
  const copies = await copiesIn(external);
  return externalScript({
    app,
    entry: await promised(external, file),
    type,
    global: external.manifest.metaData.globalName,
    modules: await Promise.all(
      modules.map(async (file): Promise<ExternalModule> => {
        const copyOf = copies.get(file);
        return { ...(await promised(external, file)), ...(copyOf && { copyOf }) };
      }),
    ),
    form: external.remote.form,
    heads: external.remote.routes.map(({ path, title, description }) => ({ path, title, description })),
    // A build that shares no renderer is rendered by one of its React's range.
    react: {
      react: rangeOf(sharedBy('react')),
      'react-dom/client': rangeOf(sharedBy('react-dom') ?? sharedBy('react')),
    },
  });
}

/** Returns a version with a hash of all bytes of the release. */
async function versionOf({ dir, remote, files }: ExternalFolder, entry: string, render: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(remote)).update(entry).update(render);
  for (const file of files) hash.update(file).update(await readFile(join(dir, file)));
  return `${remote.version}-${hash.digest('hex').slice(0, 8)}`;
}

function describe(
  app: AppName,
  version: string,
  external: ExternalFolder,
  files: ReleaseManifest['files'],
): ReleaseManifest {
  const { remote, manifest } = external;
  const exposed = manifest.exposes.find(({ path }) => path === './app');
  return releaseManifestSchema.parse({
    app,
    version,
    contract: remote.contract,
    policies: [externalPolicy(app), ...remote.policies],
    builtAt: new Date().toISOString(),
    shares: manifest.shared.map((shared) => ({ name: shared.name, version: shared.version, range: rangeOf(shared) })),
    routes: remote.routes.map(({ path, menu }) => ({
      path,
      sitemap: path.includes(':') ? [] : [path],
      ...(menu && { menu }),
      js: [],
      css: [],
    })),
    actions: remote.actions,
    entry: {
      browser: ENTRY,
      node: RENDER,
      js: [ENTRY],
      css: (exposed?.assets.css.sync ?? []).map((file) => EXTERNAL + file),
    },
    files,
  });
}

/**
 * Builds a release from another bundler's output.
 * @param from folder with `mf-manifest.json`, its files and `remote.json`
 * @param out folder for the release's own folder
 * @returns the unpublished release, with the bytes of its own scripts after brotli
 * @throws Error that says what to change in the bundler's settings
 */
export async function buildExternal(app: AppName, from: string, out: string) {
  const external = await readExternal(app, from);
  const render = external.render || staticRender(external.remote.routes);
  const entry = await entryScript(app, external);
  const version = await versionOf(external, entry, render);
  await mkdir(out, { recursive: true });
  const work = await mkdtemp(join(out, '.external-'));
  try {
    for (const file of external.files) await cp(join(external.dir, file), join(work, EXTERNAL, file));
    await mkdir(dirname(join(work, RENDER)), { recursive: true });
    await writeFile(join(work, RENDER), render);
    await writeFile(join(work, ENTRY), entry);
    const files = await describeFiles(work, out, true);
    const manifest = describe(app, version, external, files);
    await writeFile(join(work, 'release.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    const dir = join(out, version);
    await rm(dir, { recursive: true, force: true });
    await rename(work, dir);
    const scripts = Object.entries(files).filter(([file]) => file.startsWith(EXTERNAL) && /\.m?js$/.test(file));
    return { manifest, dir, scriptBytes: scripts.reduce((sum, [, { brotli, bytes }]) => sum + (brotli ?? bytes), 0) };
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/** The server entry for an external remote without one: each page has title, description and `html` of `remote.json`. */
const staticRender = (routes: RemoteJson['routes']): string => `const routes = ${JSON.stringify(routes)};
const parts = (path) => path.split('/').filter(Boolean);
const owns = (pattern, path) =>
  parts(pattern).length === parts(path).length &&
  parts(pattern).every((part, index) => part.startsWith(':') || part === parts(path)[index]);

export async function render({ url }) {
  const { pathname } = new URL(url);
  const route = routes.find(({ path }) => owns(path, pathname));
  if (!route) throw new Error('This remote owns no route for ' + pathname + '.');
  const { title, description, html } = route;
  return { status: 200, head: { title, description }, html, data: null, maxAge: 3600 };
}
`;
