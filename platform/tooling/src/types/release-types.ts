import type { ReleaseManifest } from '@wholepage/contracts/release';
import { strToU8, zipSync } from 'fflate';

/** The part of JSON Schema that this platform reads: zod's output for props and details. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  description?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** The deepest level that is typed, so that a recursive schema ends; deeper ones are `unknown`. */
const DEEPEST = 12;

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);
const comment = (text: string | undefined): string => (text ? `/** ${text.replaceAll('*/', '* /')} */ ` : '');

function objectType({ properties, required = [], additionalProperties }: JsonSchema, depth: number): string {
  const members = Object.entries(properties ?? {}).map(([key, schema]) => {
    const name = isName(key) ? key : JSON.stringify(key);
    const optional = required.includes(key) ? '' : '?';
    return `${comment(schema.description)}${name}${optional}: ${typeText(schema, depth)}`;
  });
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  if (additionalProperties === false) return 'Record<string, never>';
  return `Record<string, ${typeof additionalProperties === 'object' ? typeText(additionalProperties, depth) : 'unknown'}>`;
}

function typeOfOne(type: string | undefined, schema: JsonSchema, depth: number): string {
  if (type === 'object') return objectType(schema, depth);
  if (type === 'array') return `Array<${typeText(schema.items ?? {}, depth)}>`;
  return SCALARS[type ?? ''] ?? 'unknown';
}

/** The TypeScript type of a schema's values, as text; `unknown` where it cannot be typed. */
export function typeText(schema: JsonSchema, depth = 0): string {
  if (depth > DEEPEST) return 'unknown';
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeText(choice, depth + 1)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type].flat();
  return types.map((type) => typeOfOne(type, schema, depth + 1)).join(' | ');
}

/** The parts of a release from which other teams' types are made. */
export interface TypedRelease extends Pick<ReleaseManifest, 'app' | 'fragments' | 'events'> {
  routes: readonly Pick<ReleaseManifest['routes'][number], 'path'>[];
}

/** Turns `/news/:slug` into the type's text `/news/${string}`, also with a query. */
const pathType = (path: string): string => {
  const pattern = path.replaceAll(/:[^/]+/g, '$' + '{string}');
  return `\`${pattern}\` | \`${pattern}?\${string}\``;
};

const memberLines = (entries: readonly (readonly [string, unknown])[]): string =>
  entries
    .map(([name, schema]) => `  ${JSON.stringify(name)}: ${schema ? typeText(schema as JsonSchema) : 'unknown'};\n`)
    .join('');

/** Entries of `LiveFragments`: props by `{app}/{name}`. */
export const fragmentMembers = ({ app, fragments }: TypedRelease): string =>
  memberLines(
    fragments.map(({ name, props }) => [`${app}/${name}`, props ?? { type: 'object', additionalProperties: false }]),
  );

/** Entries of `LiveEvents`: details by `{app}:{fact}`. */
export const eventMembers = ({ app, events = [] }: TypedRelease): string =>
  memberLines(events.map(({ name, detail }) => [`${app}:${name}`, detail]));

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
  ...(release.fragments.length > 0 && { 'fragments.d.ts': fragmentTypes(release) }),
  ...(release.events?.length && { 'events.d.ts': eventTypes(release) }),
});

/** The placeholder that the library's plugin replaces with the host's name for the remote. */
const ALIAS = 'REMOTE_ALIAS_IDENTIFIER';

/**
 * The `@mf-types.d.ts` of a release, in the library's own form, which types `loadRemote('news/embed')`.
 * @param modules the release's exposed modules, such as `./embed`; each has a file in its archive of types
 */
export function apiTypes(modules: readonly string[]): string {
  const names = modules.map((path) => `'${ALIAS}${path.slice(1)}'`);
  const choices = names.map((name) => `T extends ${name} ? typeof import(${name}) : `);
  return `export type RemoteKeys = ${names.join(' | ')};
export type PackageType<T> = ${choices.join('')}any;
`;
}

/** A fixed time, the first day of the format, so that the same types make the same bytes. */
const ALWAYS = '1980-01-01T12:00:00';

/** The `@mf-types.zip` of a release, which Module Federation's plugins unpack beside a host's sources. */
export const typesZip = (release: TypedRelease): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(typeFiles(release)).map(([name, text]) => [name, strToU8(text)])), {
    mtime: ALWAYS,
    level: 9,
  });

/** A value that one side may send and the other refuses. */
interface Mismatch {
  /** The place in the value: `props.count`. */
  at: string;
  /** The difference, in a few words after that place. */
  what: string;
}

const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

const typesOf = ({ type }: JsonSchema): string[] => [type].flat().filter((one) => one !== undefined);
const valuesOf = ({ enum: values, const: value }: JsonSchema): unknown[] | undefined =>
  values ?? (value === undefined ? undefined : [value]);
const choicesOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function limits(given: JsonSchema, taken: JsonSchema, at: string): Mismatch[] {
  const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const lower = LOWER.filter((key) => (taken[key] ?? lowest) > (given[key] ?? lowest));
  const upper = UPPER.filter((key) => (taken[key] ?? highest) < (given[key] ?? highest));
  const found = [...lower, ...upper].map((key) => ({ at, what: `has the ${key} ${taken[key]} on one side only` }));
  const isOther = taken.pattern !== undefined && taken.pattern !== given.pattern;
  return isOther ? [...found, { at, what: 'has another pattern' }] : found;
}

function members(given: JsonSchema, taken: JsonSchema, at: string, depth: number): Mismatch[] {
  const mismatches: Mismatch[] = [];
  for (const key of taken.required ?? [])
    if (!given.required?.includes(key))
      mismatches.push({ at: `${at}.${key}`, what: 'may be left out, and is required' });
  for (const [key, schema] of Object.entries(given.properties ?? {})) {
    const there = taken.properties?.[key];
    if (there) mismatches.push(...mismatchesOf(schema, there, `${at}.${key}`, depth + 1));
    else if (taken.additionalProperties === false) mismatches.push({ at: `${at}.${key}`, what: 'is not taken' });
  }
  return mismatches;
}

function ofOne(given: JsonSchema, taken: JsonSchema, at: string, depth: number): Mismatch[] {
  const taking = typesOf(taken);
  const fits = (type: string) => taking.includes(type) || (type === 'integer' && taking.includes('number'));
  const sending = given.type || valuesOf(given) ? typesOf(given) : ['anything'];
  const strange = taking.length > 0 ? sending.filter((type) => !fits(type)) : [];
  if (strange.length > 0) return [{ at, what: `is ${strange.join(' or ')} where ${taking.join(' or ')} is taken` }];
  const values = valuesOf(taken);
  if (values) {
    const sent = valuesOf(given);
    if (!sent) return [{ at, what: `takes ${values.map((value) => JSON.stringify(value)).join(', ')} only` }];
    const lost = sent.filter((value) => !values.includes(value));
    return lost.map((value) => ({ at, what: `does not take ${JSON.stringify(value)}` }));
  }
  const items = given.items && taken.items ? mismatchesOf(given.items, taken.items, `${at}[]`, depth + 1) : [];
  return [...limits(given, taken, at), ...members(given, taken, at, depth), ...items];
}

/** Finds values of the given schema that the taken one refuses. @param at the value's name */
export function mismatchesOf(given: JsonSchema, taken: JsonSchema, at: string, depth = 0): Mismatch[] {
  if (depth > DEEPEST) return [];
  return choicesOf(given).flatMap((one) => {
    const found = choicesOf(taken).map((other) => ofOne(one, other, at, depth));
    return found.some((mismatches) => mismatches.length === 0) ? [] : (found[0] ?? []);
  });
}
