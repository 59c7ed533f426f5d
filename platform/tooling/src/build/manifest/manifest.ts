import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { EVENT_NAME, type EventDeclarations } from '@wholepage/contracts/events';
import {
  CONTRACT_VERSION,
  HOSTED_CONTRACTS,
  type ReleaseEvent,
  type ReleaseManifest,
  type ReleaseRoute,
  type ReleaseUses,
  routePathSchema,
  type TextFile,
  textFileSchema,
} from '@wholepage/contracts/release';
import type { ReleaseFragment } from '@wholepage/contracts/render';
import { ENTRY, EXPOSED_CHUNK, FRAGMENTS_CHUNK } from '@wholepage/federation/webpack/federation';
import { hiddenRoute } from '@wholepage/page-rules/address';
import type { RemoteRoute } from '@wholepage/remote-kit';
import type { FragmentDeclaration } from '@wholepage/remote-kit/fragment';
import type { ChunkGroup, Compilation } from 'webpack';
import * as z from 'zod';
import { filesBelow, isCode, packageDir } from '../../paths';
import { type AppDefinition, bundlerPolicy, plainName } from '../app';
import type { Builds } from '../build-app';
import { BuildError } from '../webpack/webpack-config';

const split = (files: Iterable<string>) => {
  const all = [...files].filter((file) => !file.endsWith('.map') && !file.includes('.hot-update.'));
  return { js: all.filter((file) => file.endsWith('.js')), css: all.filter((file) => file.endsWith('.css')) };
};

const groupFiles = (compilation: Compilation, name: string) => {
  const group = compilation.namedChunkGroups.get(name) ?? compilation.entrypoints.get(name);
  return group && split(group.getFiles());
};

/** Returns the styles of a chunk group and its lazy parts, which the server's HTML already contains. */
const stylesOf = (group: ChunkGroup, seen = new Set<ChunkGroup>()): string[] => {
  if (seen.has(group)) return [];
  seen.add(group);
  return [...split(group.getFiles()).css, ...group.getChildren().flatMap((child) => stylesOf(child, seen))];
};

const without = (files: string[], known: string[]): string[] => files.filter((file) => !known.includes(file));

interface DeclaredPaths {
  routes: readonly RemoteRoute[];
  /** Paths of forms without scripts, which the remote's back end takes. */
  actions?: readonly string[];
  /** Files that the remote's server entry renders. */
  files?: readonly TextFile[];
}

/** Returns the exports of an app's source; empty when it does not exist. @throws BuildError when a required export is missing */
export async function exportsOf<Declared extends object>(
  { name }: Pick<AppDefinition, 'name'>,
  file: string,
  wanted: keyof Declared & string,
  folder = packageDir(name),
): Promise<Partial<Declared>> {
  const source = join(folder, 'src', file);
  if (!existsSync(source)) return {};
  const found = (await import(pathToFileURL(source).href)) as Partial<Declared>;
  if (found[wanted] === undefined) throw new BuildError(`${name}/src/${file} exports no ${wanted}.`);
  return found;
}

/** Validates a text file. @throws BuildError when it violates the contract */
function checkedFile(app: AppDefinition, file: TextFile): TextFile {
  const { data, error } = textFileSchema.safeParse(file);
  if (data) return data;
  const [issue] = error.issues;
  throw new BuildError(`${app.name}/src/routes.tsx: the ${issue?.path.join('.')} of a file ${issue?.message}.`);
}

/** @throws BuildError when a route violates the contract, or an earlier one matches all its addresses */
function checkRoutes(app: AppDefinition, routes: readonly RemoteRoute[]): void {
  for (const { path } of routes) {
    const { error } = routePathSchema.safeParse(path);
    if (error) throw new BuildError(`${app.name}/src/routes.tsx: a path ${error.issues[0]?.message}.`);
  }
  const found = hiddenRoute(routes.map(({ path }) => path));
  if (!found) return;
  const { hidden, by } = found;
  throw new BuildError(
    `${app.name}/src/routes.tsx: no address reaches ${hidden}, for ${by} takes them all: put ${hidden} before it.`,
  );
}

/** Returns a named chunk. @param what its source, for the message @throws BuildError when there is none */
function chunkOf(compilation: Compilation, name: string, what: string): ChunkGroup {
  const group = compilation.namedChunkGroups.get(name);
  if (group) return group;
  throw new BuildError(`${what} has no chunk. Import it with webpackChunkName: "${name}".`);
}

const routesOf = (
  app: AppDefinition,
  routes: readonly RemoteRoute[],
  compilation: Compilation,
  entryJs: string[],
): ReleaseRoute[] =>
  routes.map(
    ({ path, name, document = false, menu, query = [], cookies = [], sitemap = path.includes(':') ? [] : [path] }) => {
      const group = chunkOf(compilation, `page-${name}`, `${app.name}/src/routes.tsx: the page "${name}"`);
      return {
        path,
        document,
        ...(menu && { menu }),
        query: [...query],
        ...(cookies.length > 0 && { cookies: [...cookies] }),
        sitemap: [...sitemap],
        js: without(split(group.getFiles()).js, entryJs),
        css: [...new Set(stylesOf(group))],
      };
    },
  );

const DEFAULT_MAX_AGE_SECONDS = 300;

/** Returns the JSON Schemas of fragments' props. */
async function propsOf(app: AppDefinition): Promise<Record<string, Record<string, unknown>>> {
  const { props = {} } = await exportsOf<{ props: Record<string, z.ZodType> }>(app, 'fragments/props.ts', 'props');
  return Object.fromEntries(
    Object.entries(props).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input' })]),
  );
}

async function fragmentsOf(
  app: AppDefinition,
  compilation: Compilation,
  entryJs: string[],
): Promise<ReleaseFragment[]> {
  const { fragments = [] } = await exportsOf<{ fragments: readonly FragmentDeclaration[] }>(
    app,
    'fragments/declared.ts',
    'fragments',
  );
  const props = await propsOf(app);
  const exposed = groupFiles(compilation, FRAGMENTS_CHUNK) ?? { js: [], css: [] };
  return fragments.map(({ name, when = 'server', maxAge = DEFAULT_MAX_AGE_SECONDS, cookies = [], interactive }) => {
    const group = chunkOf(compilation, `fragment-${name}`, `${app.name}/src/fragments/declared.ts: "${name}"`);
    const js = [...new Set([...exposed.js, ...split(group.getFiles()).js])];
    return {
      name,
      when,
      maxAge,
      cookies: [...cookies],
      ...(props[name] && { props: props[name] }),
      interactive,
      js: interactive ? without(js, entryJs) : [],
      css: [...new Set(stylesOf(group))],
    };
  });
}

function entryOf(app: AppDefinition, compilation: Compilation) {
  if (app.kind === 'remote') {
    const exposed = groupFiles(compilation, EXPOSED_CHUNK);
    if (!exposed) throw new BuildError(`${app.name} exposes no chunk "${EXPOSED_CHUNK}": check src/app.tsx.`);
    return { browser: ENTRY, js: [...new Set([ENTRY, ...exposed.js])], css: exposed.css };
  }
  const main = groupFiles(compilation, 'main') ?? { js: [], css: [] };
  const layout = groupFiles(compilation, 'layout') ?? { js: [], css: [] };
  const react = split(
    [...compilation.chunks].filter(({ name }) => name === 'react').flatMap(({ files }) => [...files]),
  );
  return {
    browser: 'main.js',
    js: [...new Set([...main.js, ...react.js, ...layout.js])],
    css: [...new Set([...main.css, ...layout.css])],
  };
}

const FONT = /^assets\/(.+)\.[0-9a-f]+\.woff2$/;

const fontsOf = ({ fonts }: AppDefinition, files: ReleaseManifest['files']): string[] =>
  fonts.flatMap((font) => Object.keys(files).filter((file) => FONT.exec(file)?.[1] === plainName(font)));

/** Describes an app from its build: entries, routes, fragments, events. */
export async function describeApp(app: AppDefinition, { browser, standalone }: Omit<Builds, 'server'>) {
  const entry = entryOf(app, browser);
  const declared = await exportsOf<DeclaredPaths>(app, 'routes.tsx', 'routes');
  if (app.kind === 'remote' && !declared.routes) throw new BuildError(`${app.name}/src/routes.tsx exports no routes.`);
  const { routes = [], actions = [], files = [] } = declared;
  checkRoutes(app, routes);
  return {
    entry: { ...entry, ...(standalone && { standalone: groupFiles(standalone, 'standalone') }) },
    routes: routesOf(app, routes, browser, entry.js),
    actions: [...actions],
    textFiles: files.map((file) => checkedFile(app, file)),
    fragments: await fragmentsOf(app, browser, entry.js),
    events: await eventsOf(app),
    uses: usesIn(packageDir(app.name)),
  };
}

export type DescribedApp = Awaited<ReturnType<typeof describeApp>>;

/** Returns `release.json` without its signature. */
export const describeRelease = (
  app: AppDefinition,
  version: string,
  files: ReleaseManifest['files'],
  { entry, ...described }: DescribedApp,
): ReleaseManifest => ({
  app: app.name,
  version,
  contract: CONTRACT_VERSION,
  ...(app.kind === 'shell' && { hosts: HOSTED_CONTRACTS }),
  policies: [bundlerPolicy(app.name), ...app.policies],
  builtAt: new Date().toISOString(),
  shares: [],
  ...described,
  entry: {
    ...entry,
    node: 'node/render.mjs',
    fonts: fontsOf(app, files),
    ...(app.fontsMedia && { fontsMedia: app.fontsMedia }),
  },
  files,
});

/** Returns the events in an app's `src/events.ts`, with JSON Schemas of details declared with zod. */
async function eventsOf(app: AppDefinition): Promise<ReleaseEvent[]> {
  const { events = {} } = await exportsOf<{ events: EventDeclarations }>(app, 'events.ts', 'events');
  return Object.entries(events).map(([name, { detail, retained = false }]) => ({
    name,
    retained,
    ...(detail instanceof z.ZodType && { detail: z.toJSONSchema(detail) }),
  }));
}

interface SyntaxNode {
  type?: string;
  [key: string]: unknown;
}

const PLACES = 'RemoteFragment';
const HEARS = 'subscribe';

const textOf = (node: unknown): string | undefined => {
  const { type, value, expression } = (node ?? {}) as SyntaxNode;
  if (type === 'StringLiteral') return String(value);
  return type === 'JSXExpressionContainer' ? textOf(expression) : undefined;
};

/** Returns the fragment of a JSX element: `<RemoteFragment of="news" name="latest" />` → `news/latest`. */
function placed({ name, attributes }: SyntaxNode): string | undefined {
  if ((name as SyntaxNode)['value'] !== PLACES) return undefined;
  const given = new Map(
    (attributes as SyntaxNode[]).map((one) => [
      (one['name'] as SyntaxNode | undefined)?.['value'],
      textOf(one['value']),
    ]),
  );
  const [of, fragment] = [given.get('of'), given.get('name')];
  return of && fragment ? `${of}/${fragment}` : undefined;
}

/** Returns the event of a call: `….subscribe('checkout:cart-changed', …)` → `checkout:cart-changed`. */
function heard({ callee, arguments: given }: SyntaxNode): string | undefined {
  const { type, property } = callee as SyntaxNode;
  if (type !== 'MemberExpression' || (property as SyntaxNode)['value'] !== HEARS) return undefined;
  const name = textOf((given as { expression: unknown }[])[0]?.expression);
  return name && EVENT_NAME.test(name) ? name : undefined;
}

function collect(node: unknown, uses: { fragments: Set<string>; events: Set<string> }): void {
  if (typeof node !== 'object' || node === null) return;
  // A node, or a list of nodes.
  const syntax = node as SyntaxNode;
  const fragment = syntax.type === 'JSXOpeningElement' ? placed(syntax) : undefined;
  const event = syntax.type === 'CallExpression' ? heard(syntax) : undefined;
  if (fragment) uses.fragments.add(fragment);
  if (event) uses.events.add(event);
  for (const value of Object.values(syntax)) collect(value, uses);
}

const APART = ['node_modules', 'dist', 'test', 'tests'];

/**
 * Finds the fragments and events of other apps that an app's sources name. Names computed at run time are not found.
 * @param folder with the app's sources
 */
export function usesIn(folder: string): ReleaseUses {
  const uses = { fragments: new Set<string>(), events: new Set<string>() };
  for (const file of filesBelow(folder, APART).filter(isCode)) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(PLACES) && !text.includes(HEARS)) continue;
    collect(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }).body, uses);
  }
  return { fragments: [...uses.fragments].sort(), events: [...uses.events].sort() };
}
