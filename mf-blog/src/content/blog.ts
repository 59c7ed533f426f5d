import type { z } from 'zod';
import raw from './blog.content.json';
import type { schemas } from './schema';

/** Texts of the journal. */
export const blog = raw as z.output<typeof schemas.blog>;

/** The first page of the list. */
export const LIST_PATH = '/blog';
