import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ReleaseFragment } from '@wholepage/contracts/fragment-schema';
import type { ReleaseEvent, ReleaseManifest } from '@wholepage/contracts/release';
import { containerName } from '@wholepage/federation/container';
import type { PromisedFile } from '@wholepage/federation/external-remote';
import { ENTRY } from '@wholepage/federation/webpack/federation';
import { federationManifest, remoteEntryScript, sharesIn } from '@wholepage/federation/webpack/release-files';
import { integrityOf } from '@wholepage/releases/integrity';
import { EMBED_ATTRIBUTE, type EmbedFile, type EmbedRelease } from '@wholepage/remote-kit/embed/release';
import { build } from 'esbuild';
import { type Selector, type SelectorComponent, transform } from 'lightningcss';
import { apiTypes, typesZip } from '../../types/release-types';

/** By these names hosts' plugins look for them. */
const TYPES_ZIP = '@mf-types.zip';
const API_TYPES = '@mf-types.d.ts';

const FOREIGN = createRequire(import.meta.url).resolve('@wholepage/remote-kit/embed/foreign');

/** What a release needs to be a remote of any Module Federation host. */
export interface StandardRemote {
  app: string;
  version: string;
  /** Modules that its entry exposes. */
  exposes: readonly string[];
  /** Styles of what it exposes as `./app`. */
  entry: Pick<ReleaseManifest['entry'], 'css'>;
  routes: readonly Pick<ReleaseManifest['routes'][number], 'path' | 'css'>[];
  /** What others may place and hear, for their editors. */
  fragments: ReleaseFragment[];
  events: ReleaseEvent[];
  /** Styles of the stage, which stand around every page; undefined of an app without one. */
  stageStyles: string | undefined;
}

/** As files of a release are named by their content, whatever the app. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Files lie beside the releases of their app. */
const fromRelease = (file: string): string => (file.startsWith('assets/') ? `../${file}` : file);

/** A release's folder while it is built. */
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

  has(file: string): boolean {
    return existsSync(join(this.dir, file));
  }
}

async function foreignScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [FOREIGN],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Writes what other hosts ask of a remote beside what ours does: `remoteEntry.js`, `mf-manifest.json`, and the files of
 * `./embed`.
 * @param dir the release's folder, with the built files in it
 */
export async function writeStandardRemote(
  dir: string,
  { app, version, exposes, entry, routes, fragments, events, stageStyles }: StandardRemote,
) {
  const folder = new ReleaseFolder(dir);
  const name = containerName(app);
  const foreign = await folder.writeNamed('foreign', 'js', await foreignScript());
  const around = stageStyles ? embedStyles(folder.text(stageStyles)) : '';
  const css: EmbedFile[] = around ? [await folder.writeNamed('embed', 'css', around)] : [];
  const release: EmbedRelease = {
    css: [...css, ...entry.css.map((file) => folder.promised(file))],
    routes: routes.map((route) => ({ path: route.path, css: route.css.map((file) => folder.promised(file)) })),
  };
  const embed = await folder.write('embed.json', JSON.stringify(release));
  const script = remoteEntryScript({ name, foreign, entry: folder.promised(ENTRY), embed });
  await folder.write('remoteEntry.js', script);
  const types = typesZip({ app, routes, fragments, events });
  await folder.write(TYPES_ZIP, types);
  const modules = [...exposes, './embed'];
  await folder.write(API_TYPES, apiTypes(modules));
  const manifest = federationManifest({
    app,
    version,
    name,
    exposes: modules,
    shares: sharesIn(folder.text(ENTRY)),
    types: TYPES_ZIP,
    apiTypes: API_TYPES,
  });
  await folder.write('mf-manifest.json', JSON.stringify(manifest, null, 1));
}

/** Elements of a whole page, for which one element stands in a foreign page. */
const PAGE_ELEMENTS = new Set(['html', 'body', 'main']);

const EMBEDDED: SelectorComponent = { type: 'attribute', name: EMBED_ATTRIBUTE };

const isRoot = (part: SelectorComponent): boolean =>
  (part.type === 'pseudo-class' && part.kind === 'root') || (part.type === 'type' && PAGE_ELEMENTS.has(part.name));

/** A type stands first in a compound: what takes its place may as well. */
const embedded = (selector: Selector): Selector => selector.map((part) => (isRoot(part) ? EMBEDDED : part));

/** Nothing is inherited from the foreign page, and the remote is as high as its page. */
const FIRST = `@layer reset, tokens, base, components, pages;
@layer reset { [${EMBED_ATTRIBUTE}] { all: initial; display: block } }
`;
const LAST = `
[${EMBED_ATTRIBUTE}] { min-block-size: 0 }`;

/** Styles around a whole page, written for the element in which a remote stands in a foreign page's shadow root. */
const embedStyles = (css: string): string =>
  transform({
    filename: 'embed.css',
    code: Buffer.from(FIRST + css + LAST),
    minify: true,
    visitor: { Selector: embedded },
  }).code.toString();
