import * as z from 'zod';
import { appNameSchema, versionSchema } from './release/release';
import { EVENT_NAME, LONGEST_EVENT_NAME } from './remote/events';
import { CLICKED, LINE, LONGEST_AGO, LONGEST_NAME, LONGEST_TEXT, MOST_BREADCRUMBS, MOST_FRAMES } from './report-limits';

/** Phase in which an app failed in the browser. */
export const failureSchema = z.enum(['load', 'mount', 'runtime', 'event']);

/** A thrown error. The composer removes personal data from the message before it stores anything. */
export const thrownSchema = z.strictObject({
  name: z.string().max(LONGEST_NAME),
  message: z.string().max(LONGEST_TEXT),
  stack: z.array(z.string().regex(LINE)).max(MOST_FRAMES),
});

/** A route's pattern, never the address that was visited. */
export const pagePatternSchema = z.string().startsWith('/').max(200);

const ago = z.number().int().min(0).max(LONGEST_AGO);

/** An event before an error: a page's pattern, a clicked element, or the status of a call (0 for no answer). */
export const breadcrumbSchema = z.union([
  z.strictObject({ ago, page: pagePatternSchema }),
  z.strictObject({ ago, click: z.string().regex(CLICKED) }),
  z.strictObject({ ago, fetch: z.number().int().min(0).max(599) }),
]);

// Without an upper limit: a machine may sleep while a page is painted, and its other figures count.
const milliseconds = z.number().min(0);

/** A browser's report on one app of a page. It holds no address and no data of the visitor. */
const visitReportSchema = z.strictObject({
  app: appNameSchema,
  version: versionSchema,
  /** Left out in reports of failures, and in later reports on the same visit, which count no further visit. */
  page: pagePatternSchema.optional(),
  failed: failureSchema.optional(),
  /** A root was rendered from scratch because something else had changed the page. Not held against the release. */
  recovered: z.enum(['hydration', 'dom']).optional(),
  error: thrownSchema.optional(),
  /** The oldest first. */
  breadcrumbs: z.array(breadcrumbSchema).max(MOST_BREADCRUMBS).optional(),
  /** Largest contentful paint and interaction to next paint, in milliseconds. */
  lcp: milliseconds.optional(),
  inp: milliseconds.optional(),
  /** Cumulative layout shift. */
  cls: z.number().min(0).optional(),
});

const reportListSchema = z.array(visitReportSchema).min(1).max(8);

/** Body of a report: a list of reports, with the id of their page view if there is one; or a goal. */
export const reportsSchema = z.union([
  reportListSchema.transform((reports) => ({ view: undefined, reports })),
  z.strictObject({ view: z.string().regex(/^[\w-]{12}$/), reports: reportListSchema }),
  // An event that an experiment counts.
  z.strictObject({ goal: z.string().max(LONGEST_EVENT_NAME).regex(EVENT_NAME) }),
]);

export type Failure = z.output<typeof failureSchema>;
export type Breadcrumb = z.output<typeof breadcrumbSchema>;
export type Thrown = z.output<typeof thrownSchema>;
export type VisitReport = z.output<typeof visitReportSchema>;
