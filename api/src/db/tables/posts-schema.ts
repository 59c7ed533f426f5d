import { integer, jsonb, pgTable, serial, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns';
import { posts } from './schema';

const postId = () =>
  integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' });

/** A post as it was at a version. Moments are ISO 8601. */
export interface PostSnapshot {
  slug: string;
  title: string;
  excerpt: string | null;
  author: string | null;
  coverPath: string | null;
  status: 'published' | 'draft';
  publishedAt: string;
  markdown: string;
  metaTitle: string | null;
  metaDescription: string | null;
  metaKeywords: string | null;
}

/** Every version of a post, the present one too. */
export const postRevisions = pgTable(
  'post_revisions',
  {
    id: uuid('id').primaryKey(),
    postId: postId(),
    version: integer('version').notNull(),
    snapshot: jsonb('snapshot').$type<PostSnapshot>().notNull(),
    at: moment('at').notNull().defaultNow(),
    by: text('by').notNull(),
  },
  (table) => [unique('post_revisions_version').on(table.postId, table.version)],
);

/** Addresses that a post had before. */
export const postRedirects = pgTable('post_redirects', {
  slug: text('slug').primaryKey(),
  postId: postId(),
  createdAt: createdAt(),
});

/** What a preview shows of a post: what visitors would see if it were published. Moments are ISO 8601. */
export interface PreviewedPost extends Omit<PostSnapshot, 'status' | 'markdown'> {
  /** HTML that is safe. */
  content: string;
}

/** What writers look at before they save it. Each is removed when its address is over. */
export const postPreviews = pgTable('post_previews', {
  id: serial('id').primaryKey(),
  post: jsonb('post').$type<PreviewedPost>().notNull(),
  createdAt: createdAt(),
});
