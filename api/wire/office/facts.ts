import * as z from 'zod';
import type { Endpoints } from './endpoint';
import { listOf, moment, previewSchema } from './lists';

/** What of the site the office may change; each has a file that counts until then. */
export const FACTS = ['company', 'navigation'] as const;
export type FactName = (typeof FACTS)[number];

/** A fact as it is now. `value` is null while the file counts. */
const factSchema = z.object({
  name: z.enum(FACTS),
  /** To be sent with a change: of two writers the second one notices. 0 before the first change. */
  version: z.number().int(),
  value: z.unknown(),
  at: moment.nullable(),
  by: z.string().nullable(),
});

/** A null value withdraws what the office changed. */
const newFactSchema = z.object({ version: z.number().int().min(0), value: z.unknown() });

const factRevisionSchema = z.object({ version: z.number().int(), value: z.unknown(), at: moment, by: z.string() });
export type FactRevision = z.input<typeof factRevisionSchema>;

const params = z.object({ name: z.enum(FACTS) });

export const FACT_CALLS = {
  'GET /facts': { right: 'owner', answer: listOf(factSchema) },
  'PUT /facts/:name': { right: 'owner', params, body: newFactSchema, answer: factSchema },
  /** A value to be looked at before it is saved. */
  'POST /facts/:name/previews': {
    right: 'owner',
    params,
    body: z.object({ value: z.unknown() }),
    answer: previewSchema,
  },
  /** The last versions, newest first; any of them can be sent again. */
  'GET /facts/:name/revisions': { right: 'owner', params, answer: listOf(factRevisionSchema) },
} as const satisfies Endpoints;

/** What the composer asks for: what the office changed, null where the files count. */
export const siteSchema = z.object({
  version: z.string(),
  company: z.unknown(),
  navigation: z.unknown(),
  /** Whose preview it is, where one was asked for. */
  preview: z.object({ by: z.string(), until: moment }).optional(),
});
/** The id of a preview that the composer asks for. */
export const siteQuerySchema = z.object({ preview: z.uuid().optional() });
