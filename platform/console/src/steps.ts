import { areShares } from '@wholepage/releases/canary/plan';
import * as z from 'zod';
import { LONGEST_WHY } from './command';

export const app = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the name of an app');
export const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, 'must be a version');
/** Why somebody does something, in their words. */
export const why = z.string().trim().max(LONGEST_WHY).default('');
/** Why a step is taken in spite of a lock. */
const breaks = z.string().trim().min(1).max(LONGEST_WHY).optional();
/** A goal of the site, or the name of an event. */
const goal = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,59}(:[a-z][a-z0-9-]{0,59})?$/, 'must be a goal of the site, or an event');

/** A step that somebody asks for. */
export const stepSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('promote'), app, version, why, breaks }),
  z.object({
    action: z.literal('canary'),
    app,
    version,
    shares: z.array(z.number()).min(1).refine(areShares, 'must be percents that rise, such as 10, 25, 50'),
    /** How long each share lasts; without it, the first one stays. */
    every: z.string().max(10).optional(),
    why,
    breaks,
  }),
  z.object({
    action: z.literal('experiment'),
    app,
    /** A, which is live, and B. */
    against: version,
    version,
    share: z.number().int().min(1).max(99),
    goal,
    /** The largest difference that counts as none, in percent. */
    margin: z.number().int().min(1).max(100),
    why,
    breaks,
  }),
  z.object({ action: z.literal('conclude'), app, version, why, breaks }),
  /** Of a canary, unless it says that it is of an experiment. */
  z.object({ action: z.literal('stop'), app, version, why, of: z.literal('experiment').optional() }),
  z.object({ action: z.literal('rollback'), app, from: version, version: version.optional(), why, breaks }),
  z.object({ action: z.literal('retire'), app, why, breaks }),
  z.object({ action: z.literal('lock'), app, until: z.iso.datetime(), why: z.string().trim().min(1).max(LONGEST_WHY) }),
  z.object({ action: z.literal('unlock'), app, why }),
]);

export type AskedStep = z.output<typeof stepSchema>;
export type StepInput = z.input<typeof stepSchema>;
