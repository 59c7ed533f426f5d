import * as z from 'zod';
import { type JsonSchema, mismatchesOf, typeText } from './release-types';

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
  ['one less', z.strictObject({ a: z.string() }), z.strictObject({}), ['props.a is not taken']],
  [
    'another type',
    z.object({ a: z.string() }),
    z.object({ a: z.number() }),
    ['props.a is string where number is taken'],
  ],
  ['a wider type', z.object({ a: z.number().int() }), z.object({ a: z.number() }), []],
  ['a choice less', z.object({ a: z.enum(['x', 'y']) }), z.object({ a: z.enum(['x']) }), ['props.a does not take "y"']],
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
