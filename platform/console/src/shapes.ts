import type { Breadcrumb } from '@wholepage/contracts/report';
import type { HistoryEntry } from '@wholepage/releases/registry/registry';
import type { readCause, readCauses } from './server/causes';
import type { readEvidenceDetails } from './server/evidence';
import type { readFragments, readHealth, readPages } from './server/observed';
import type { previewSummary, readApp, readOverview, readReleaseDetails } from './server/views';

/** Days for which the console stores observations. */
export const KEPT_DAYS = 90;

/* The server's JSON responses to the client: results of its functions, and contents of its tables. */

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

/** A step of the history, without the deployments after it, its signature, and the step that it continues. */
export type StepSummary = Omit<HistoryEntry, 'deployments' | 'signature' | 'under'>;

export interface EvidencePoint {
  at: string;
  percent: number;
  networksCanary: number;
  networksLive: number;
  /** E-values by measure: how many times likelier the counts are if the canary is worse. */
  failed: number;
  silent: number;
  lcp: number;
  inp: number;
  /** Bounds of the relative rate that is still possible in an experiment; null for a canary. */
  least: number | null;
  most: number | null;
}

export interface SourceFrame {
  /** Path from the workspace's root, such as `news/src/pages/List.tsx`; the released file when there is no source map. */
  file: string;
  line: number;
  column: number;
  /** True when a source map resolved the frame. */
  isSource: boolean;
}

export interface SourceLocation {
  /** Frames in the order of the stack, the outermost last. */
  frames: SourceFrame[];
  /** Index of the frame that counts as the cause: the first in the app's own sources, or else 0. */
  at: number;
  /** Source lines around that frame, and the number of the first line. */
  lines?: { from: number; texts: string[] };
}

export interface Counted {
  what: string;
  count: number;
}

/** Mark on an expected error: its author, its time, and the reason not to worry. */
export type Expected = Record<'by' | 'at' | 'why', string>;

/** Breadcrumbs of one visitor before an error, the oldest first. */
export interface Before {
  breadcrumbs: Breadcrumb[];
  version: string;
  browser: string;
  /** True for a verified page view; any other report may be forged. */
  isVerified: boolean;
}

export interface ComposerSummary {
  id: string;
  host: string;
  generation: number;
  startedAt: string;
  seenAt: string;
  /** True when the composer follows the registry's present generation. */
  hasFollowed: boolean;
}

export type SettingShown = Record<'name' | 'value' | 'what', string>;
