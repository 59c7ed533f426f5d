import type { BLOG_PAGE_SIZE as SharedSize } from 'api-wire/blog';

/** Posts on a page. Said again here, checked by its type: importing the value would bring the schemas along. */
export const BLOG_PAGE_SIZE: typeof SharedSize = 9;
