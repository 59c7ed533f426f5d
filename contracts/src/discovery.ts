import { z } from 'zod';
import { integritySchema, versionSchema } from './release';
import { APPS } from './version';

/** One deployed version, in the shape of AWS frontend-discovery `schema/v1-pre`. */
const deploymentSchema = z.object({
  url: z.string(),
  fallbackUrl: z.string().optional(),
  metadata: z.object({ integrity: integritySchema, version: versionSchema }),
  deployment: z.object({
    /** Percent of visitors. */
    traffic: z.number().min(0).max(100),
    default: z.boolean(),
  }),
  extras: z.object({ contract: z.number().int(), publishedAt: z.string() }),
});

export const registrySchema = z.object({
  schema: z.string(),
  microFrontends: z.partialRecord(z.enum(APPS), z.array(deploymentSchema)),
});

export type Deployment = z.output<typeof deploymentSchema>;
export type Registry = z.output<typeof registrySchema>;
