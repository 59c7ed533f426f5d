import * as z from 'zod';

/** Posts on a page of the list, and the largest page size. */
export const BLOG_PAGE_SIZE = 9;
export const BLOG_PAGE_SIZE_MAX = 50;

const blogListItemSchema = z.object({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  excerpt: z.string().nullish(),
  image: z.string().nullish(),
  cover_path: z.string().nullish(),
  author: z.string().nullish(),
  created_at: z.string().nullish(),
  date: z.string().nullish(),
  slug: z.string(),
});

export const blogListResponseSchema = z.object({
  success: z.literal(true),
  data: z.array(blogListItemSchema),
  total_pages: z.number().int().min(1).default(1),
});

const blogPostSchema = z.object({
  id: z.union([z.number(), z.string()]),
  slug: z.string(),
  title: z.string(),
  cover_path: z.string().nullish(),
  author: z.string().nullish(),
  created_at: z.string().nullish(),
  content: z.string(),
  excerpt: z.string().nullish(),
  meta_title: z.string().nullish(),
  meta_description: z.string().nullish(),
  meta_keywords: z.string().nullish(),
  /** The post's present slug, when it was requested by a former one. */
  moved_to: z.string().optional(),
  /** Set for a writer's preview, which is kept out of search engines. */
  preview: z.literal(true).optional(),
});

export const blogPostResponseSchema = z.object({ success: z.literal(true), data: blogPostSchema });

export type BlogListItem = z.output<typeof blogListItemSchema>;
export type BlogListResponse = z.output<typeof blogListResponseSchema>;
export type BlogPost = z.output<typeof blogPostSchema>;
