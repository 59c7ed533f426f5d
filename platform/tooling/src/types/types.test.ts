import { strFromU8, unzipSync } from 'fflate';
import * as z from 'zod';
import { apiTypes, type JsonSchema, mismatchesOf, typesZip, typeText } from './release-types';
import { liveModules, liveTypes } from './types';

describe('types of a release', () => {
  const RELEASE = {
    app: 'mf-new',
    routes: [{ path: '/new' }, { path: '/new/:slug' }],
    fragments: [
      {
        name: 'teaser',
        when: 'server' as const,
        maxAge: 60,
        cookies: [],
        interactive: false,
        js: [],
        css: [],
        props: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
      },
    ],
    events: [{ name: 'read', retained: false, detail: { type: 'object', properties: { slug: { type: 'string' } } } }],
  };

  test('the archive holds the types of each exposed module, and its bytes depend on them alone', () => {
    const zip = typesZip(RELEASE);
    expect(Buffer.from(typesZip(RELEASE)).equals(Buffer.from(zip))).toBe(true);
    const files = unzipSync(zip);
    expect(Object.keys(files).sort()).toEqual(['app.d.ts', 'embed.d.ts', 'events.d.ts', 'fragments.d.ts']);
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(text('embed.d.ts')).toMatch(/EmbedPath = `\/new` \| `\/new\?\$\{string\}` \| `\/new\/\$\{string\}`/);
    expect(text('fragments.d.ts')).toContain('"mf-new/teaser": { count: number };');
    expect(text('events.d.ts')).toContain('"mf-new:read": { slug?: string };');
  });

  test('the file for the editor adds live fragments and events to the contract', () => {
    const text = liveTypes([RELEASE]);
    expect(text).toMatch(/interface LiveFragments \{\n {2}"mf-new\/teaser": \{ count: number \};\n\}/);
    expect(text).toMatch(/interface LiveEvents \{\n {2}"mf-new:read": \{ slug\?: string \};\n\}/);
    expect(liveModules([RELEASE])).toContain("declare module 'mf-new/embed' {");
  });

  test('by the types of the library’s own API, loadRemote has the type of each module', () => {
    expect(apiTypes(['./app', './embed'])).toBe(
      `export type RemoteKeys = 'REMOTE_ALIAS_IDENTIFIER/app' | 'REMOTE_ALIAS_IDENTIFIER/embed';
export type PackageType<T> = T extends 'REMOTE_ALIAS_IDENTIFIER/app' ? typeof import('REMOTE_ALIAS_IDENTIFIER/app') : T extends 'REMOTE_ALIAS_IDENTIFIER/embed' ? typeof import('REMOTE_ALIAS_IDENTIFIER/embed') : any;
`,
    );
  });
});

describe('schemas', () => {
  const schema = (type: z.ZodType): JsonSchema => z.toJSONSchema(type, { io: 'input' }) as JsonSchema;

  test.each([
    [z.strictObject({ path: z.string(), count: z.number().int().optional() }), '{ path: string; count?: number }'],
    [z.object({ 'data-x': z.enum(['a', 'b']), when: z.literal(3) }), '{ "data-x": "a" | "b"; when: 3 }'],
    [z.object({ items: z.array(z.union([z.string(), z.null()])) }), '{ items: Array<string | null> }'],
    [z.object({ of: z.record(z.string(), z.boolean()) }), '{ of: Record<string, boolean> }'],
    [z.object({ count: z.number().default(3).describe('how many') }), '{ /** how many */ count?: number }'],
    [z.strictObject({}), 'Record<string, never>'],
    [z.any(), 'unknown'],
  ])('the type of a schema', (type, text) => {
    expect(typeText(schema(type))).toBe(text);
  });

  const said = (before: z.ZodType, after: z.ZodType): string[] =>
    mismatchesOf(schema(before), schema(after), 'props').map(({ at, what }) => `${at} ${what}`);

  test.each<[string, z.ZodType, z.ZodType, string[]]>([
    ['the same', z.strictObject({ a: z.string() }), z.strictObject({ a: z.string() }), []],
    ['one more that may be left out', z.strictObject({}), z.strictObject({ a: z.string().optional() }), []],
    [
      'one more that is required',
      z.strictObject({}),
      z.strictObject({ a: z.string() }),
      ['props.a may be left out, and is required'],
    ],
    [
      'a type in place of any',
      z.object({ a: z.any() }),
      z.object({ a: z.string().optional() }),
      ['props.a is anything where string is taken'],
    ],
    ['one less', z.strictObject({ a: z.string() }), z.strictObject({}), ['props.a is not taken']],
    [
      'another type',
      z.object({ a: z.string() }),
      z.object({ a: z.number() }),
      ['props.a is string where number is taken'],
    ],
    ['a wider type', z.object({ a: z.number().int() }), z.object({ a: z.number() }), []],
    [
      'a choice less',
      z.object({ a: z.enum(['x', 'y']) }),
      z.object({ a: z.enum(['x']) }),
      ['props.a does not take "y"'],
    ],
    ['a choice more', z.object({ a: z.enum(['x']) }), z.object({ a: z.enum(['x', 'y']) }), []],
    ['a union that is wider', z.object({ a: z.string() }), z.object({ a: z.union([z.null(), z.string()]) }), []],
    [
      'a shorter limit',
      z.object({ a: z.string().max(9) }),
      z.object({ a: z.string().max(5) }),
      ['props.a has the maxLength 5 on one side only'],
    ],
    ['items of another type', z.array(z.string()), z.array(z.number()), ['props[] is string where number is taken']],
  ])('what %s breaks', (_what, before, after, expected) => {
    expect(said(before, after)).toEqual(expected);
  });
});
