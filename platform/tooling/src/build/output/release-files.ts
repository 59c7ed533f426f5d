import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { containerName } from '@wholepage/federation/container';
import type { PromisedFile } from '@wholepage/federation/external-remote';
import { ENTRY } from '@wholepage/federation/webpack/federation';
import {
  bundledScript,
  federationManifest,
  remoteEntryScript,
  sharesIn,
} from '@wholepage/federation/webpack/release-files';
import { integrityOf } from '@wholepage/releases/manifest';
import { mapName } from '@wholepage/releases/publish';
import { boundedMap } from '@wholepage/releases/store/store';
import { EMBED_ATTRIBUTE, type EmbedRelease } from '@wholepage/remote-kit/embed/release';
import { type Selector, type SelectorComponent, transform } from 'lightningcss';
import { filesBelow } from '../../paths';
import { apiTypes, typesZip } from '../../types/release-types';
import type { DescribedApp } from '../manifest/manifest';
import { exposesOf } from '../webpack/webpack-config';

const AT_ONCE = 4;

/**
 * Compresses a build's files, and describes each: sizes and integrity.
 * @param dist folder of the app's earlier builds
 * @param compress false in development
 */
export async function describeFiles(
  outDir: string,
  dist: string,
  compress: boolean,
): Promise<ReleaseManifest['files']> {
  const found = await boundedMap(filesBelow(outDir, []), AT_ONCE, async (file) => {
    const path = join(outDir, file);
    const kept = file.startsWith('assets/') ? join(dist, file) : undefined;
    const bytes = await readFile(path);
    const sizes: CompressedSizes = compress ? await compressFile(path, bytes, kept) : {};
    return [file, { integrity: integrityOf(bytes), bytes: bytes.length, ...sizes }] as const;
  });
  return Object.fromEntries(found);
}

const gzipped = promisify(gzip);

/** Files for browsers; a release's server file is `.mjs`. */
const COMPRESSIBLE = /\.(js|css|json|svg)$/;
/** Smallest file to compress: shorter ones fit one packet. */
const SHORTEST_BYTES = 400;

const encoders = {
  brotli: {
    extension: '.br',
    encode: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  gzip: { extension: '.gz', encode: (bytes: Buffer) => gzipped(bytes, { level: 9 }) },
};

/** Bytes of each compressed form; left out if it would not be smaller. */
type CompressedSizes = { [Encoding in keyof typeof encoders]?: number };

/**
 * Writes `{file}.br` and `{file}.gz` at best quality: a release is compressed once and sent many times.
 * @param kept the same content-addressed file of an earlier build, if any
 */
async function compressFile(path: string, bytes: Buffer, kept?: string): Promise<CompressedSizes> {
  if (!COMPRESSIBLE.test(path) || bytes.length < SHORTEST_BYTES) return {};
  const sizes: CompressedSizes = {};
  for (const [name, { extension, encode }] of Object.entries(encoders)) {
    const before = kept && (await readFile(kept + extension).catch(() => undefined));
    const encoded = before ?? (await encode(bytes));
    if (encoded.length >= bytes.length) continue;
    await writeFile(path + extension, encoded);
    sizes[name as keyof CompressedSizes] = encoded.length;
  }
  return sizes;
}

const ENDING = '.map';
/** Source maps of scripts, for error reports. */
const SCRIPT_MAP = /\.m?js\.map$/;

/** Folder beside an app's releases, not served. */
const MAPS_FOLDER = 'maps';

/**
 * Moves the source maps out of a build, so that no release contains one.
 * @param dist folder of the app's builds; maps get a folder there, named by their content
 * @returns integrity of each script's map
 */
export async function takeSourceMaps(outDir: string, dist: string): Promise<Record<string, string>> {
  const folder = join(dist, MAPS_FOLDER);
  await mkdir(folder, { recursive: true });
  const found: Record<string, string> = {};
  for (const file of filesBelow(outDir, []).filter((name) => name.endsWith(ENDING))) {
    const path = join(outDir, file);
    const bytes = await readFile(path);
    await rm(path);
    if (!SCRIPT_MAP.test(file)) continue;
    const integrity = integrityOf(bytes);
    // An existing map is the same, and may be in use by a publication right now.
    await writeFile(join(folder, mapName(integrity)), await gzipped(bytes), { flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    found[file.slice(0, -ENDING.length)] = integrity;
  }
  return found;
}

/** File names that hosts' plugins expect. */
const TYPES_ZIP = '@mf-types.zip';
const API_TYPES = '@mf-types.d.ts';

const FOREIGN = createRequire(import.meta.url).resolve('@wholepage/remote-kit/embed/foreign');

/** Styles of the standalone page's document; those of its panel are another file. */
const STANDALONE_STYLES = /^assets\/standalone\./;

/** Returns the content hash for a file's name. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Returns an asset's path relative to a release, beside which the assets are. */
const fromRelease = (file: string): string => (file.startsWith('assets/') ? `../${file}` : file);

class ReleaseFolder {
  constructor(private readonly dir: string) {}

  text(file: string): string {
    return readFileSync(join(this.dir, file), 'utf8');
  }

  promised(file: string): PromisedFile {
    return { file: fromRelease(file), integrity: integrityOf(readFileSync(join(this.dir, file))) };
  }

  async write(file: string, text: string | Uint8Array): Promise<PromisedFile> {
    await writeFile(join(this.dir, file), text);
    return this.promised(file);
  }

  writeNamed(name: string, ending: string, text: string): Promise<PromisedFile> {
    return this.write(`assets/${name}.${hashOf(text)}.${ending}`, text);
  }
}

/**
 * Writes a remote's files for other hosts: `remoteEntry.js`, `mf-manifest.json`, and the files of `./embed`.
 * @param dir the release's folder, with the built files in it
 */
export async function writeStandardRemote(
  dir: string,
  app: string,
  version: string,
  { entry, routes, fragments, events }: DescribedApp,
) {
  const folder = new ReleaseFolder(dir);
  const script = await bundledScript({ entryPoints: [FOREIGN] });
  const foreign = await folder.writeNamed('foreign', 'js', script);
  const standaloneStyles = entry.standalone?.css.find((file) => STANDALONE_STYLES.test(file));
  const around = standaloneStyles ? embedStyles(folder.text(standaloneStyles)) : '';
  const css: PromisedFile[] = around ? [await folder.writeNamed('embed', 'css', around)] : [];
  const release: EmbedRelease = {
    css: [...css, ...entry.css.map((file) => folder.promised(file))],
    routes: routes.map((route) => ({ path: route.path, css: route.css.map((file) => folder.promised(file)) })),
  };
  const embed = await folder.write('embed.json', JSON.stringify(release));
  const own = { name: containerName(app), foreign, entry: folder.promised(ENTRY), embed };
  await folder.write('remoteEntry.js', remoteEntryScript(own));
  const types = typesZip({ app, routes, fragments, events });
  await folder.write(TYPES_ZIP, types);
  const modules = [...Object.keys(exposesOf(app)), './embed'];
  await folder.write(API_TYPES, apiTypes(modules));
  const manifest = federationManifest({
    app,
    version,
    exposes: modules,
    shares: sharesIn(folder.text(ENTRY)),
    types: TYPES_ZIP,
    apiTypes: API_TYPES,
  });
  await folder.write('mf-manifest.json', JSON.stringify(manifest, null, 1));
}

/** Root elements of a page, represented by one element in a foreign page. */
const PAGE_ELEMENTS = new Set(['html', 'body', 'main']);

const EMBEDDED: SelectorComponent = { type: 'attribute', name: EMBED_ATTRIBUTE };

const isRoot = (part: SelectorComponent): boolean =>
  (part.type === 'pseudo-class' && part.kind === 'root') || (part.type === 'type' && PAGE_ELEMENTS.has(part.name));

/** Replaces root elements in a selector by the embed's attribute. */
const embedded = (selector: Selector): Selector => selector.map((part) => (isRoot(part) ? EMBEDDED : part));

/** First rules of an embed: nothing is inherited from the foreign page. */
const FIRST = `@layer reset, tokens, base, components, pages;
@layer reset { [${EMBED_ATTRIBUTE}] { all: initial; display: block } }
`;
const LAST = `
[${EMBED_ATTRIBUTE}] { min-block-size: 0 }`;

/** Rewrites a page's root styles for the element of an embed in a foreign page's shadow root. */
const embedStyles = (css: string): string =>
  transform({
    filename: 'embed.css',
    code: Buffer.from(FIRST + css + LAST),
    minify: true,
    visitor: { Selector: embedded },
  }).code.toString();
