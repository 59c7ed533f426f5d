import type { Post } from 'api-wire/office/posts';

/** What a writer writes of a post. */
export type Written = Omit<Post, 'id' | 'version' | 'shown' | 'updated_at' | 'updated_by' | 'tried'>;

/** A post before its first word. */
export const EMPTY: Written & Partial<Pick<Post, 'id' | 'version' | 'shown'>> = {
  slug: '',
  title: '',
  excerpt: null,
  author: null,
  cover_path: null,
  status: 'draft',
  publish_at: '',
  markdown: '',
  meta_title: null,
  meta_description: null,
  meta_keywords: null,
};

/** Without what the server says of it. */
export const writtenOf = (post: typeof EMPTY | Post): Written => {
  const {
    id: _id,
    version: _version,
    shown: _shown,
    updated_at: _at,
    updated_by: _by,
    tried: _tried,
    ...written
  } = post as Post;
  return written;
};

/** `2026-05-31T09:30`, now, on the clock of the site. */
export const nowIn = (timeZone: string): string =>
  // Swedish writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date())
    .replace(' ', 'T');

/** The address of a title: `Linen at sea!` becomes `linen-at-sea`. Empty where no letter is left. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '');
