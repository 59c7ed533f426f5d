import type { ReleaseManifest } from '@wholepage/contracts/release';
import { strToU8, zipSync } from 'fflate';
import { type JsonSchema, typeText } from './json-schema';

/** Of a release, what others are typed by. */
export interface TypedRelease {
  app: string;
  routes: readonly Pick<ReleaseManifest['routes'][number], 'path'>[];
  fragments?: ReleaseManifest['fragments'];
  events?: ReleaseManifest['events'];
}

/** `/news/:slug` → `/news/${string}`, and with a query; as a type's text. */
const pathType = (path: string): string => {
  const pattern = path.replaceAll(/:[^/]+/g, '$' + '{string}');
  return `\`${pattern}\` | \`${pattern}?\${string}\``;
};

const members = (entries: readonly (readonly [string, unknown])[]): string =>
  entries
    .map(([name, schema]) => `  ${JSON.stringify(name)}: ${schema ? typeText(schema as JsonSchema) : 'unknown'};\n`)
    .join('');

/** Entries of `LiveFragments`: props by `{app}/{name}`. */
export const fragmentMembers = ({ app, fragments = [] }: TypedRelease): string =>
  members(
    fragments.map(({ name, props }) => [`${app}/${name}`, props ?? { type: 'object', additionalProperties: false }]),
  );

/** Entries of `LiveEvents`: details by `{app}:{fact}`. */
export const eventMembers = ({ app, events = [] }: TypedRelease): string =>
  members(events.map(({ name, detail }) => [`${app}:${name}`, detail]));

/** The types of `./embed`: the form of Module Federation's bridge, with the remote's own paths. */
export const embedTypes = ({ app, routes }: TypedRelease): string => `/** A page of ${app}. */
export type EmbedPath = ${routes.map(({ path }) => pathType(path)).join(' | ') || 'string'};

export interface EmbedRender {
  /** Element to show the remote in. */
  dom: HTMLElement;
  /** Path and query of the page; the remote's first page unless given. */
  path?: EmbedPath;
  /** The site's settings; fetched from the site unless given. */
  config?: Record<string, unknown>;
}

export interface EmbedBridge {
  /** Rejects when the remote has no such page, or a file does not come. */
  render(info: EmbedRender): Promise<void>;
  destroy(info: { dom: HTMLElement }): Promise<void>;
}

declare const embed: () => EmbedBridge;
export default embed;
`;

const APP_TYPES = `export interface MountProps {
  slot: HTMLElement;
  config: Record<string, unknown>;
  data: unknown;
  shell: Record<string, unknown>;
}

export declare function bootstrap(props: MountProps): Promise<void>;
export declare function mount(props: MountProps): Promise<void>;
export declare function unmount(props: MountProps): Promise<void>;
`;

const fragmentTypes = (release: TypedRelease): string => `/** Props of fragments, by \`{app}/{name}\`. */
export interface Fragments {
${fragmentMembers(release)}}

export declare const fragments: Readonly<Record<string, () => Promise<unknown>>>;
`;

const eventTypes = (release: TypedRelease): string => `/** Details of events, by \`{app}:{fact}\`. */
export interface Events {
${eventMembers(release)}}
`;

/** The files of a release's \`@mf-types.zip\`, by their names: one for each module that it exposes, and its events. */
const typeFiles = (release: TypedRelease): Record<string, string> => ({
  'app.d.ts': APP_TYPES,
  'embed.d.ts': embedTypes(release),
  ...(release.fragments?.length && { 'fragments.d.ts': fragmentTypes(release) }),
  ...(release.events?.length && { 'events.d.ts': eventTypes(release) }),
});

/** By this the library's plugin puts in the name that a host gives the remote. */
const ALIAS = 'REMOTE_ALIAS_IDENTIFIER';

/**
 * `@mf-types.d.ts` of a release, in the form of the library's own: by it, `loadRemote('news/embed')` has the type of that module.
 * @param modules that the release exposes, such as `./embed`; each has a file in its archive of types
 */
export function apiTypes(modules: readonly string[]): string {
  const names = modules.map((path) => `'${ALIAS}${path.slice(1)}'`);
  const choices = names.map((name) => `T extends ${name} ? typeof import(${name}) : `);
  return `export type RemoteKeys = ${names.join(' | ')};
export type PackageType<T> = ${choices.join('')}any;
`;
}

/** The first day that the format can name: the same types make the same bytes. */
const ALWAYS = '1980-01-01T12:00:00';

/** `@mf-types.zip` of a release, as plugins of Module Federation unpack it beside a host's sources. */
export const typesZip = (release: TypedRelease): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(typeFiles(release)).map(([name, text]) => [name, strToU8(text)])), {
    mtime: ALWAYS,
    level: 9,
  });
