import * as z from 'zod';
import type { Endpoints } from './endpoint';
import { listOf, moment, previewSchema } from './lists';

/** Parts of the site that the office may edit; each has a file that counts otherwise. */
export const FACTS = ['company', 'navigation'] as const;
export type FactName = (typeof FACTS)[number];

/** A fact's present value; null while the file counts. */
const factSchema = z.object({
  name: z.enum(FACTS),
  /** Version for optimistic locking, sent with a change; 0 before the first. */
  version: z.number().int(),
  value: z.unknown(),
  at: moment.nullable(),
  by: z.string().nullable(),
});

/** A change; a null value withdraws the office's edit. */
const newFactSchema = z.object({ version: z.number().int().min(0), value: z.unknown() });

const factRevisionSchema = z.object({ version: z.number().int(), value: z.unknown(), at: moment, by: z.string() });
export type FactRevision = z.input<typeof factRevisionSchema>;

const params = z.object({ name: z.enum(FACTS) });

export const FACT_CALLS = {
  'GET /facts': { right: 'owner', answer: listOf(factSchema) },
  'PUT /facts/:name': { right: 'owner', params, body: newFactSchema, answer: factSchema },
  /** Stores a value for a preview. */
  'POST /facts/:name/previews': {
    right: 'owner',
    params,
    body: z.object({ value: z.unknown() }),
    answer: previewSchema,
  },
  /** Returns the last versions, newest first; any can be saved again. */
  'GET /facts/:name/revisions': { right: 'owner', params, answer: listOf(factRevisionSchema) },
} as const satisfies Endpoints;

/** The office's edits for the composer; null where the files count. */
export const siteSchema = z.object({
  version: z.string(),
  company: z.unknown(),
  navigation: z.unknown(),
  /** Author and end of a requested preview. */
  preview: z.object({ by: z.string(), until: moment }).optional(),
});
/** Id of the preview that the composer requests. */
export const siteQuerySchema = z.object({ preview: z.uuid().optional() });
