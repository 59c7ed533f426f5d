import type { Breadcrumb } from '@wholepage/contracts/report';
import type { HistoryEntry } from '@wholepage/releases/registry/registry';
import type { readCause, readCauses } from './server/causes';
import type { readEvidenceDetails } from './server/evidence';
import type { readFragments, readHealth, readPages } from './server/observed';
import type { previewSummary, readApp, readOverview, readReleaseDetails } from './server/views';

/** For so long the console knows what it observed. */
export const KEPT_DAYS = 90;

/*
 * What the server tells the client, as JSON: what its functions answer, and what the tables hold.
 */

type Answer<Read extends (...given: never[]) => unknown> = Awaited<ReturnType<Read>>;

export type Overview = Answer<typeof readOverview>;
export type AppSummary = Overview['apps'][number];
export type CanarySummary = NonNullable<AppSummary['canary']>;
export type AppDetails = Answer<typeof readApp>;
export type ReleaseDetails = Answer<typeof readReleaseDetails>;
export type PreviewSummary = Answer<typeof previewSummary>;
export type EvidenceDetails = Answer<typeof readEvidenceDetails>;
export type VariantFigures = EvidenceDetails['variants'][number];
export type CauseSummary = Answer<typeof readCauses>[number];
export type CauseDetails = Answer<typeof readCause>;
export type FragmentSummary = Answer<typeof readFragments>[number];
export type PagesDetails = Answer<typeof readPages>;
export type PageFigures = PagesDetails['pages'][number];
export type Figures = Omit<PagesDetails['days'][number], 'day'>;
export type Health = Answer<typeof readHealth> extends Map<string, infer Row> ? Row : never;

/** One step of the history; what it left behind is not part of it. */
export type StepSummary = Omit<HistoryEntry, 'deployments' | 'signature' | 'under'>;

export interface EvidencePoint {
  at: string;
  percent: number;
  networksCanary: number;
  networksLive: number;
  /** E-values: how many times likelier what was seen is when the canary is worse. */
  failed: number;
  silent: number;
  lcp: number;
  inp: number;
  /** Of an experiment: relative rates that are still possible. */
  least: number | null;
  most: number | null;
}

export interface SourceFrame {
  /** From the workspace's root, as `news/src/pages/List.tsx`; the released file where no map is known. */
  file: string;
  line: number;
  column: number;
  /** Whether a source map named it. */
  isSource: boolean;
}

export interface SourceLocation {
  /** The outermost last, as stacks have them. */
  frames: SourceFrame[];
  /** Which of them is taken for the cause: the first of the app's own sources. */
  at: number;
  /** Lines around it; the first one's number. */
  lines?: { from: number; texts: string[] };
}

export interface Counted {
  what: string;
  count: number;
}

/** Somebody knows of it, and why it is not a reason to worry. */
export type Expected = Record<'by' | 'at' | 'why', string>;

/** What one visitor did before an error, the oldest first. */
export interface Before {
  breadcrumbs: Breadcrumb[];
  version: string;
  browser: string;
  /** It proved a page view; otherwise it may be made up. */
  isVerified: boolean;
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

export type SettingShown = Record<'name' | 'value' | 'what', string>;
