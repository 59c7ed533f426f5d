import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns';

/** What the office changed of the files of the site. A null value says that the file counts again. */
export const siteFacts = pgTable('site_facts', {
  /** `company` or `navigation`. */
  name: text('name').primaryKey(),
  version: integer('version').notNull(),
  value: jsonb('value').$type<unknown>(),
  at: moment('at').notNull().defaultNow(),
  by: text('by').notNull(),
});

/** What is looked at on the site before it is saved. Who has the id sees it for an hour. */
export const factPreviews = pgTable('fact_previews', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  value: jsonb('value').$type<unknown>(),
  by: text('by').notNull(),
  createdAt: createdAt(),
});

/** Every version of them. */
export const siteFactRevisions = pgTable(
  'site_fact_revisions',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    value: jsonb('value').$type<unknown>(),
    at: moment('at').notNull().defaultNow(),
    by: text('by').notNull(),
  },
  (table) => [unique('site_fact_revisions_version').on(table.name, table.version)],
);
