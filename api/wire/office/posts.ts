import * as z from 'zod';
import type { Endpoints } from './endpoint';
import { doneSchema, line, listOf, listQuery, moment, previewSchema, searched } from './lists';

export const POST_STATUSES = ['published', 'draft'] as const;

/** The address of a post: lower-case words joined by dashes. */
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An address is lower-case words joined by dashes, such as linen-at-sea.')
  .max(120, 'An address has 120 characters at most.');
const optionalLine = z.union([z.literal('').transform(() => null), line(1000)]).nullable();

export const postListQuery = listQuery(['published_at', 'title', 'updated_at']).extend({
  /** A part of a title or an address. */
  q: searched,
  /** `scheduled`: published from a moment to come on. */
  state: z.enum(['draft', 'scheduled', 'shown']).optional(),
});

const postRowSchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  status: z.enum(POST_STATUSES),
  published_at: moment,
  /** Whether visitors see it now. */
  shown: z.boolean(),
  updated_at: moment,
  updated_by: z.string().nullable(),
  version: z.number().int(),
});
export type PostRow = z.input<typeof postRowSchema>;

/** What a writer writes. `publish_at` is a moment in the site's zone, such as `2026-05-31T09:30`. */
export const newPostSchema = z.object({
  slug,
  title: line(200),
  excerpt: optionalLine,
  author: optionalLine,
  cover_path: z
    .string()
    .regex(/^\/covers\/[\w.-]{1,200}$/, 'This is not a picture of the site.')
    .nullable(),
  status: z.enum(POST_STATUSES),
  publish_at: z.string().regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/, 'This is not a day and hour.'),
  markdown: z.string().max(200_000, 'A post has 200,000 characters at most.'),
  meta_title: optionalLine,
  meta_description: optionalLine,
  meta_keywords: optionalLine,
});
export type NewPost = z.output<typeof newPostSchema>;

const writtenSchema = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  author: z.string().nullable(),
  cover_path: z.string().nullable(),
  status: z.enum(POST_STATUSES),
  publish_at: z.string(),
  markdown: z.string(),
  meta_title: z.string().nullable(),
  meta_description: z.string().nullable(),
  meta_keywords: z.string().nullable(),
});

const postSchema = postRowSchema.omit({ published_at: true }).extend({
  ...writtenSchema.shape,
  /** Of what was just published: whether the site made its page first. It may be away. */
  tried: z.boolean().optional(),
});
export type Post = z.input<typeof postSchema>;

const revisionSchema = z.object({ version: z.number().int(), at: moment, by: z.string(), post: writtenSchema });

const pictureSchema = z.object({
  path: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});

const numeral = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.object({ id: numeral });
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
/** Longer than any post: Markdown of 200,000 characters in any script. */
const mostBytes = 1_000_000;

export const POSTS = {
  'GET /posts': { right: 'writer', query: postListQuery, answer: listOf(postRowSchema) },
  'POST /posts': { right: 'writer', mostBytes, body: newPostSchema, answer: postSchema },
  'GET /posts/:id': { right: 'writer', params, answer: postSchema },
  /** `version` is the one that was read: of two writers the second one notices. */
  'PUT /posts/:id': {
    right: 'writer',
    mostBytes,
    params,
    body: newPostSchema.extend({ version: z.number().int().min(1) }),
    answer: postSchema,
  },
  'DELETE /posts/:id': { right: 'writer', params, query: z.object({ version: numeral }), answer: doneSchema },
  'GET /posts/:id/revisions': { right: 'writer', params, answer: listOf(revisionSchema) },
  'POST /post-previews': { right: 'writer', mostBytes, body: newPostSchema, answer: previewSchema },
  'POST /post-pictures': { right: 'writer', mostBytes: MOST_PICTURE_BYTES, answer: pictureSchema },
} as const satisfies Endpoints;
