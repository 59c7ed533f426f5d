import { type SQL, sql } from 'drizzle-orm';

const PREFIX = 'reply:';

/** Names the mail of a reply in the queue, where one of a name is sent once. */
export const replyKey = (id: SQL): SQL => sql`${PREFIX}::text || ${id}::text`;

export const replyKeyOf = (id: string): string => PREFIX + id;
