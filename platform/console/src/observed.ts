import type { Breadcrumb } from '@wholepage/contracts/report';

/** What composers saw, as the server tells the client. */
export interface SourceFrame {
  /** From the workspace's root, as `news/src/pages/List.tsx`; the released file where no map is known. */
  file: string;
  line: number;
  column: number;
  /** Whether a source map named it. */
  isSource: boolean;
}

export interface SourcePlace {
  /** The outermost last, as stacks have them. */
  frames: SourceFrame[];
  /** Which of them is taken for the cause: the first of the app's own sources. */
  at: number;
  /** Lines around it; the first one's number. */
  lines?: { from: number; texts: string[] };
}

export interface CauseSummary {
  id: string;
  app: string;
  name: string;
  message: string;
  place: SourcePlace;
  firstSeen: string;
  lastSeen: string;
  /** The release that had it first. */
  firstVersion: string;
  /** Within the days that are shown. */
  count: number;
  /** How many of them proved a page view; the others may be made up. */
  verified: number;
  /** Per visit of the app within these days; undefined without visits. */
  share: number | undefined;
  versions: Counted[];
  browsers: Counted[];
  pages: Counted[];
  phases: Counted[];
  expected: Expected | undefined;
}

export interface Counted {
  what: string;
  count: number;
}

/** Somebody knows of it, and why it is not a reason to worry. */
export interface Expected {
  by: string;
  at: string;
  why: string;
}

/** What one visitor did before an error, the oldest first. */
export interface Before {
  breadcrumbs: Breadcrumb[];
  version: string;
  browser: string;
  /** It proved a page view; otherwise it may be made up. */
  isVerified: boolean;
}

export interface CauseDetails extends CauseSummary {
  /** Undefined where no browser said so. */
  before: Before | undefined;
  days: { day: string; count: number }[];
  /** Of the release that had it first, where it says so. */
  commit: string | undefined;
}

/** Three in four visits took at most so long. */
export interface Vitals {
  lcp: number | undefined;
  inp: number | undefined;
}

export interface PageFigures extends Vitals {
  app: string;
  version: string;
  page: string;
  device: string;
  visits: number;
  failed: number;
  cls: number | undefined;
}

export interface PagesDetails {
  pages: PageFigures[];
  /** Over time, all rows together. */
  days: ({ day: string; visits: number; failed: number; cls: number | undefined } & Vitals)[];
}

/** How the live release of an app did within the last hour, and the one before it on its last day. */
export interface Health extends Vitals {
  visits: number;
  failed: number;
  made: number;
  madeFailed: number;
  before: (Vitals & { version: string }) | undefined;
}

export interface ComposerSummary {
  id: string;
  host: string;
  generation: number;
  startedAt: string;
  seenAt: string;
  /** It follows the registry as it is. */
  hasFollowed: boolean;
}

/** A fragment that a live release declares, and who holds it. */
export interface FragmentSummary {
  app: string;
  version: string;
  name: string;
  when: string;
  /** Undefined when nobody held it within a week. */
  seenAt: string | undefined;
  heldBy: { app: string; page: string }[];
}
