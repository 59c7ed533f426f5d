import { LONGEST_EVENT_NAME } from '@wholepage/contracts/events';
import { appNameSchema, versionSchema } from '@wholepage/contracts/release';
import { areShares } from '@wholepage/releases/canary/plan';
import { SITE } from '@wholepage/releases/registry/registry';
import * as z from 'zod';
import { LONGEST_WHY } from './command';

export const app = z
  .string()
  .refine((name) => name === SITE || appNameSchema.safeParse(name).success, 'must be the name of an app');
export const version = z.string().refine((text) => versionSchema.safeParse(text).success, 'must be a version');
/** A reason in a person's own words. */
const words = z.string().trim().max(LONGEST_WHY);
export const why = words.default('');
const goal = z
  .string()
  .max(LONGEST_EVENT_NAME)
  .regex(/^\w[\w-]*(:\w[\w-]*)?$/, 'must be a goal of the site, or an event');

/** Reasons for a step, under their names in the history. */
export const saidSchema = z.object({
  why,
  /** Reason for breaking a lock. */
  breaks: words.min(1).optional(),
});
export type Said = z.output<typeof saidSchema>;

const step = saidSchema.extend({ app });
/** Base of the steps that no lock forbids. */
const lockless = step.omit({ breaks: true });

export const stepSchema = z.discriminatedUnion('action', [
  step.extend({ action: z.literal('promote'), version, from: version.optional() }),
  step.extend({
    action: z.literal('canary'),
    version,
    shares: z.array(z.number()).refine(areShares, 'must be percents that rise, such as 10, 25, 50'),
    /** Duration of each share, such as `10m`; left out, the first share stays. */
    every: z.string().max(10).optional(),
  }),
  step.extend({
    action: z.literal('experiment'),
    /** Version A, which is live; `version` is B. */
    against: version,
    version,
    share: z.number().int().min(1).max(99),
    goal,
    /** The largest difference that counts as none, in percent. */
    margin: z.number().int().min(1).max(100),
  }),
  step.extend({ action: z.literal('conclude'), version }),
  /** Stops a canary; with `of`, an experiment. */
  lockless.extend({ action: z.literal('stop'), version, of: z.literal('experiment').optional() }),
  step.extend({ action: z.literal('rollback'), from: version, version: version.optional() }),
  step.extend({ action: z.literal('retire') }),
  lockless.extend({ action: z.literal('lock'), until: z.iso.datetime(), why: words.min(1) }),
  lockless.extend({ action: z.literal('unlock') }),
]);

export type AskedStep = z.output<typeof stepSchema>;
export type StepInput = z.input<typeof stepSchema>;
