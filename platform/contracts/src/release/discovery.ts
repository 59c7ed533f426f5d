import * as z from 'zod';
import { contractRangeSchema, integritySchema, routePathSchema, versionSchema } from './release';

/** One deployed version, in the shape of AWS frontend-discovery `schema/v1-pre`. */
export const deploymentSchema = z.object({
  url: z.string(),
  fallbackUrl: z.string().optional(),
  metadata: z.object({ integrity: integritySchema, version: versionSchema }),
  deployment: z.object({
    /** Percent of visitors. */
    traffic: z.number().min(0).max(100),
    default: z.boolean(),
  }),
  extras: z.object({
    contract: z.number().int(),
    publishedAt: z.string(),
    /** Paths of its pages, actions and text files, and cookies: whoever promotes learns what others own without reading their releases. */
    routes: z.array(routePathSchema).default([]),
    actions: z.array(routePathSchema).optional(),
    textFiles: z.array(z.string()).optional(),
    cookies: z.array(z.string()).optional(),
    /** The shell's: versions of the contract that it hosts. */
    hosts: contractRangeSchema.optional(),
    /** The step of the history that made it live. */
    step: z.string().optional(),
    /** A canary's: shares still to come, how long each lasts, and since when it has the present one. */
    canary: z
      .object({
        next: z.array(z.number().gt(0).max(100)).max(20),
        everyMs: z.number().int().positive(),
        since: z.string(),
        /** Why it goes on though too few visitors saw it; without it, it waits for them. */
        withoutEvidence: z.string().optional(),
      })
      .optional(),
    /** A canary that is release B of an experiment. */
    experiment: z
      .object({
        /** Release A, which is live. */
        against: versionSchema,
        /** A goal of the site, or the name of an event. */
        goal: z.string().min(1).max(121),
        /** The largest relative difference that counts as none. */
        margin: z.number().min(0.01).max(1),
      })
      .optional(),
    /** A canary's: when visitors began to get it. */
    startedAt: z.string().optional(),
    /** Versions that were rolled back from, newest first: a later rollback passes over them. */
    takenBack: z.array(versionSchema).optional(),
  }),
});

/**
 * The registry as programs read it; in its file all but `microFrontends` stands in extras. What one app's entry holds is read by whoever needs that app, so
 * that a malformed one is its own app's trouble and nobody else's.
 */
export const registrySchema = z.object({
  schema: z.string(),
  /** Raised by every step; a step counts only when it was made from the newest generation. */
  generation: z.number().int().min(0).default(0),
  /** The newest step, until it is written to the history. */
  latest: z.unknown().optional(),
  microFrontends: z.record(z.string(), z.unknown()),
  /** Of each app the signed step that left it as it is; its deployments are those above. */
  steps: z.record(z.string(), z.unknown()).optional(),
  /** The newest signed lock or unlocking of an app, or of the whole site. */
  locks: z.record(z.string(), z.unknown()).optional(),
});

export type Deployment = z.output<typeof deploymentSchema>;
export type Registry = z.output<typeof registrySchema>;
