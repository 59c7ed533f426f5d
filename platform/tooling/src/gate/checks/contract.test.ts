import * as z from 'zod';
import { absentUses, brokenUses } from './contract';

const fragment = (name: string, props: z.ZodType) => ({
  name,
  when: 'server' as const,
  maxAge: 60,
  cookies: [],
  interactive: false,
  js: [],
  css: [],
  props: z.toJSONSchema(props, { io: 'input' }) as Record<string, unknown>,
});
const event = (name: string, detail: z.ZodType) => ({
  name,
  retained: false,
  detail: z.toJSONSchema(detail) as Record<string, unknown>,
});

const BEFORE = {
  app: 'mf-blog',
  fragments: [fragment('teaser', z.strictObject({ count: z.number() })), fragment('badge', z.strictObject({}))],
  events: [event('read', z.object({ slug: z.string(), minutes: z.number() }))],
};
const USER = { app: 'mf-new', version: '1.0.0-1', uses: { fragments: ['mf-blog/teaser'], events: ['mf-blog:read'] } };

test('a release that changes nothing breaks nobody', () => {
  expect(brokenUses(BEFORE, BEFORE, [USER])).toEqual([]);
});

test('props that are required now, fragments that are gone and details that may be missing name their users', () => {
  const after = {
    app: 'mf-blog',
    fragments: [fragment('teaser', z.strictObject({ count: z.number(), path: z.string() }))],
    events: [event('read', z.object({ slug: z.string(), minutes: z.number().optional(), more: z.string() }))],
  };
  expect(brokenUses(BEFORE, after, [USER])).toEqual([
    { name: 'mf-blog/teaser', changes: ['props.path may be left out, and is required'], users: ['mf-new 1.0.0-1'] },
    { name: 'mf-blog/badge', changes: ['it is gone'], users: [] },
    { name: 'mf-blog:read', changes: ['detail.minutes may be left out, and is required'], users: ['mf-new 1.0.0-1'] },
  ]);
});

test('props and details that are more break nobody', () => {
  const after = {
    app: 'mf-blog',
    fragments: [
      fragment('teaser', z.strictObject({ count: z.number(), path: z.string().optional() })),
      fragment('badge', z.strictObject({})),
    ],
    events: [event('read', z.object({ slug: z.string(), minutes: z.number(), more: z.string() }))],
  };
  expect(brokenUses(BEFORE, after, [USER])).toEqual([]);
});

test('what a release uses and the live owner does not have is found; an owner that is not live is not a fault', () => {
  const uses = { fragments: ['mf-blog/teaser', 'mf-blog/lost', 'mf-other/any'], events: ['mf-blog:lost'] };
  expect(absentUses({ app: 'mf-new', uses }, [BEFORE])).toEqual(['mf-blog/lost', 'mf-blog:lost']);
});
