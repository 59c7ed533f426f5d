import { COURSE_CALLS } from './courses';
import { FACT_CALLS } from './facts';
import { INBOX } from './inbox';
import { OVERVIEW } from './overview';
import { POSTS } from './posts';

/** Every call of the office. */
export const OFFICE = { ...INBOX, ...COURSE_CALLS, ...POSTS, ...FACT_CALLS, ...OVERVIEW } as const;
