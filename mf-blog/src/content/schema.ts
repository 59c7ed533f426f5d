import { type ContentSchemas, pictureSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';

const text = z.string().min(1);
const note = z.strictObject({ heading: text, text });

export const schemas = {
  blog: z.strictObject({
    meta: z.strictObject({ title: text, description: text, keywords: text }),
    banner: z.strictObject({ label: text, heading: text, text, picture: pictureSchema }),
    /** Author in the byline of a post that names none: in the list, and on the post itself. */
    author: z.strictObject({ list: text, post: text }),
    states: z.strictObject({
      loading: text,
      listFailed: text,
      postFailed: text,
      missing: text,
      /** Hints below the texts above. */
      failedHint: text,
      absentHint: text,
      tryAgain: text,
      /** No posts at all; no posts on this page. */
      empty: note,
      beyond: note,
    }),
    /** The line at the end of the list that leads to another part of the site. */
    signpost: z.strictObject({ text, link: text, href: z.string().startsWith('/') }),
    pagination: text,
    /** The link to the feed. */
    feed: text,
    back: text,
    firstPage: text,
    /** Title of a post that has none of its own. */
    untitled: text,
    fragment: z.strictObject({ label: z.string().min(1).max(40) }),
    /** Links at the end of a post: the first one of whose `words` its title or slug contains one, else the last. */
    endings: z
      .array(z.strictObject({ words: z.array(z.string()), label: text, heading: text, text, href: text, link: text }))
      .min(1),
    latest: z.strictObject({
      heading: text,
      /** Three fixed titles; one with a slug is a link to that post. */
      posts: z.array(z.strictObject({ title: text, slug: text.optional() })).length(3),
    }),
  }),
} satisfies ContentSchemas;
