import * as z from 'zod';
import { appNameSchema, versionSchema } from './release/release';
import { EVENT_NAME } from './remote/events';
import { CLICKED, LONGEST_AGO, LONGEST_NAME, LONGEST_TEXT, MOST_BREADCRUMBS, MOST_FRAMES } from './report-limits';

/** In which phase an app failed in the browser. */
const failureSchema = z.enum(['load', 'mount', 'runtime', 'event']);

/** `{file of a release}:{line}:{column}`, as `news/1.0.0-3fa9c2d1/entry.js:1:2043`. */
export const stackFrameSchema = z.string().regex(/^[a-z0-9-]{1,60}\/[\w@./-]{1,160}:\d{1,7}:\d{1,7}$/);

/** What was thrown. The composer takes what could be of a person out of the message before anything is kept. */
const thrownSchema = z.strictObject({
  name: z.string().max(LONGEST_NAME),
  message: z.string().max(LONGEST_TEXT),
  stack: z.array(stackFrameSchema).max(MOST_FRAMES),
});

/** A route's pattern, never the address that was visited. */
export const pagePatternSchema = z.string().startsWith('/').max(200);

const ago = z.number().int().min(0).max(LONGEST_AGO);

/** What happened before an error: a page's pattern, a clicked element's tag and class, or a call's status; 0 for no answer. */
export const breadcrumbSchema = z.union([
  z.strictObject({ ago, page: pagePatternSchema }),
  z.strictObject({ ago, click: z.string().regex(CLICKED) }),
  z.strictObject({ ago, fetch: z.number().int().min(0).max(599) }),
]);

const milliseconds = z.number().min(0).max(600_000);

/** What a browser says of one app on a page: no addresses, nothing of the visitor. */
const visitReportSchema = z.strictObject({
  app: appNameSchema,
  version: versionSchema,
  page: pagePatternSchema.optional(),
  failed: failureSchema.optional(),
  /** A part was made from scratch, because somebody else had changed the page: nothing that a release is judged by. */
  recovered: z.enum(['hydration', 'dom']).optional(),
  error: thrownSchema.optional(),
  /** The oldest first. */
  breadcrumbs: z.array(breadcrumbSchema).max(MOST_BREADCRUMBS).optional(),
  /** Largest contentful paint and interaction to next paint, in milliseconds. */
  lcp: milliseconds.optional(),
  inp: milliseconds.optional(),
  /** Cumulative layout shift. */
  cls: z.number().min(0).max(100).optional(),
});

const reportListSchema = z.array(visitReportSchema).min(1).max(8);

/** What browsers post: a list of reports, and the id of the page view that they are of where there is one; or a goal. */
export const reportsSchema = z.union([
  reportListSchema.transform((reports) => ({ view: undefined, reports })),
  z.strictObject({ view: z.string().regex(/^[\w-]{12}$/), reports: reportListSchema }),
  // An event that an experiment counts.
  z.strictObject({ goal: z.string().max(121).regex(EVENT_NAME) }),
]);

export type Failure = z.output<typeof failureSchema>;
export type Breadcrumb = z.output<typeof breadcrumbSchema>;
export type Thrown = z.output<typeof thrownSchema>;
export type VisitReport = z.output<typeof visitReportSchema>;
