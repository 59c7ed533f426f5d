import { fragmentNameSchema } from '@wholepage/contracts/fragment-schema';
import { versionSchema } from '@wholepage/contracts/release';
import { breadcrumbSchema, pagePatternSchema, stackFrameSchema } from '@wholepage/contracts/report';
import { LONGEST_MESSAGE, MOST_BREADCRUMBS, MOST_FRAMES } from '@wholepage/contracts/report-limits';
import { appNameSchema } from '@wholepage/contracts/version';
import * as z from 'zod';
import { histogramSchema } from './histogram';

const count = z.number().int().min(0).max(1e9);
const page = z.union([z.literal(''), pagePatternSchema]);

/** Families of browsers, as far as a header tells. */
export const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Safari', 'Other'] as const;
export const DEVICES = ['desktop', 'phone'] as const;

export const MOST_CAUSES = 60;
export const MOST_PAGES = 300;

/** Errors of one release that look alike, and how often they came. */
const causeSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  /** Where it was thrown: in a browser of this family, or on the server. */
  where: z.enum([...BROWSERS, 'server']),
  phase: z.enum(['load', 'mount', 'runtime', 'event', 'render']),
  page,
  name: z.string().max(60),
  message: z.string().max(LONGEST_MESSAGE),
  stack: z.array(stackFrameSchema).max(MOST_FRAMES),
  /** What one of the visitors did before, the oldest first. */
  breadcrumbs: z.array(breadcrumbSchema).max(MOST_BREADCRUMBS).default([]),
  count,
  /** How many of them proved a page view. */
  verified: count,
});

/** What visits of one page said, by release and device. */
const pageSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  page,
  device: z.enum(DEVICES),
  visits: count,
  failed: count,
  lcp: histogramSchema,
  inp: histogramSchema,
  cls: histogramSchema,
});

/** Pages and fragments that the server made of one release. */
const rendersSchema = z.object({ app: appNameSchema, version: versionSchema, made: count, failed: count });

/** A page that holds a fragment, as it was made. */
const holdSchema = z.object({ app: appNameSchema, page, of: appNameSchema, fragment: fragmentNameSchema });

/** What one composer saw within ten seconds. Nothing of it is of a person. */
export const digestSchema = z.object({
  composer: z.object({ id: z.string().max(60), host: z.string().max(100), startedAt: z.iso.datetime() }),
  at: z.iso.datetime(),
  /** Of the registry, as this composer follows it. */
  generation: z.number().int().min(0),
  causes: z.array(causeSchema).max(MOST_CAUSES),
  pages: z.array(pageSchema).max(MOST_PAGES),
  renders: z.array(rendersSchema).max(300),
  /** Who holds whose fragments. */
  holds: z.array(holdSchema).max(300).default([]),
  /** Reports beyond what a digest holds. */
  dropped: count,
});

export type Digest = z.output<typeof digestSchema>;
export type DigestCause = z.output<typeof causeSchema>;
export type Hold = z.output<typeof holdSchema>;
export type DigestPage = z.output<typeof pageSchema>;
export type BrowserFamily = (typeof BROWSERS)[number];
export type Device = (typeof DEVICES)[number];
