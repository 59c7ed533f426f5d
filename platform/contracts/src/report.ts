import { z } from 'zod';
import { versionSchema } from './release';
import { appNameSchema } from './version';

/** In which phase an app failed in the browser. */
const failureSchema = z.enum(['load', 'mount', 'runtime', 'event']);

/** What a browser says of one app on a page: no texts, no addresses, nothing of the visitor. */
const visitReportSchema = z.strictObject({
  app: appNameSchema,
  version: versionSchema,
  failed: failureSchema.optional(),
  /** Largest contentful paint and interaction to next paint, in milliseconds. */
  lcp: z.number().min(0).max(600_000).optional(),
  inp: z.number().min(0).max(600_000).optional(),
});

const reportListSchema = z.array(visitReportSchema).min(1).max(8);

/** What browsers post: a list of reports, and the proof of the page view that they are of where there is one. */
export const reportsSchema = z.union([
  reportListSchema.transform((reports) => ({ proof: undefined, reports })),
  z.strictObject({ proof: z.string().max(200), reports: reportListSchema }),
]);

export type Failure = z.output<typeof failureSchema>;
export type VisitReport = z.output<typeof visitReportSchema>;
