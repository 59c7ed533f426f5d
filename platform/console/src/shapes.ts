import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { Breadcrumb } from '@wholepage/contracts/report';
import type { Finding, StepEvidence, Verdict } from '@wholepage/releases/canary/judge';
import type { ExperimentResult } from '@wholepage/releases/experiment/verdict';
import type { HistoryEntry, Verification } from '@wholepage/releases/registry/registry';
import type { Lock } from '@wholepage/releases/registry/step-rights';

/*
 * What the server tells the client, as JSON: releases and their steps, then what composers saw.
 */

export interface CanarySummary {
  version: string;
  percent: number;
  startedAt: string | undefined;
  /** Shares that follow by themselves, and how long each lasts. */
  next: number[];
  everyMs: number | undefined;
  /** Of release B of an experiment: A, the goal, and the largest difference that counts as none. */
  experiment: { against: string; goal: string; margin: number } | undefined;
}

export interface AppSummary {
  app: string;
  live?: { version: string; since: string | undefined; by: string | undefined; why: string | undefined } | undefined;
  previous?: string | undefined;
  canary?: CanarySummary | undefined;
  lock?: Lock | undefined;
  /** Of the last hour; undefined where nobody was seen. */
  health?: Health | undefined;
  /** Why the composers do not follow what the registry says of it. */
  refused?: string | undefined;
}

export interface Overview {
  generation: number;
  siteLock: Lock | undefined;
  apps: AppSummary[];
  /** Apps in the store that visitors never had anything of. */
  unreleased: string[];
  /** Those that were heard within the last minute. */
  composers: ComposerSummary[];
  /** Sentences about locks that are not followed. */
  refused: string[];
}

/** One step of the history; what it left behind is not part of it. */
export type StepSummary = Omit<HistoryEntry, 'deployments' | 'signature' | 'under'>;

/** A version that visitors never got. */
interface WaitingVersion {
  version: string;
  /** When it passed the gate, and who says so; undefined where nobody who may promote it does. */
  verified: { at: string; by: string; verification: Verification } | undefined;
}

export interface AppDetails extends AppSummary {
  history: StepSummary[];
  /** Causes of errors that each release had first. */
  newCauses: Record<string, number>;
  /** Versions in the store that visitors never got, the newest first. */
  waiting: WaitingVersion[];
  /** Where each release that visitors got is shown alone: its version and a slash follow. Undefined without a standalone page. */
  alone: string | undefined;
  /** What the site declares for experiments to count. */
  goals: readonly string[];
}

export interface ReleaseDetails extends Pick<ReleaseManifest, 'app' | 'version' | 'contract' | 'builtAt'> {
  routes: string[];
  shares: NonNullable<ReleaseManifest['shares']>;
  files: { file: string; bytes: number; brotli: number | undefined; integrity: string }[];
  key: string | undefined;
  /** The commit that it was built from: an id, or an address. */
  commit: string | undefined;
  verification: Verification | undefined;
}

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

/** What the judge found of a measure, and for how many networks it was bad, of all that were seen, on both variants. */
export interface VariantFigures extends Finding {
  canary: { bad: number; networks: number };
  live: { bad: number; networks: number };
}

export interface EvidenceDetails {
  variants: VariantFigures[];
  steps: StepEvidence[];
  verdict: Verdict;
  points: EvidencePoint[];
  /** What the judge would have found by now: `errors +2 %: 95 %; LCP +300 ms: 40 %`. */
  power: string;
  /** Networks of each variant before an experiment decides anything. */
  enough: number;
  /** Of an experiment. */
  experiment: ExperimentResult | undefined;
}

export interface SettingShown {
  name: string;
  value: string;
  what: string;
}

/** A preview that holds now. */
export interface PreviewSummary {
  id: string;
  releases: Record<string, string>;
  until: string;
  by: string;
  /** Whoever has it sees the preview. */
  address: string;
  /** Where each of its releases is shown alone, by app. */
  alone: Record<string, string>;
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

export interface CauseSummary {
  id: string;
  app: string;
  name: string;
  message: string;
  location: SourceLocation;
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
  days: Counted[];
  /** Of the release that had it first, where it says so. */
  commit: string | undefined;
}

/** Three in four visits took at most so long. */
export interface Vitals {
  lcp: number | undefined;
  inp: number | undefined;
}

export interface Figures extends Vitals {
  visits: number;
  failed: number;
  cls: number | undefined;
}

export type PageFigures = Figures & Record<'app' | 'version' | 'page' | 'device', string>;

export interface PagesDetails {
  pages: PageFigures[];
  /** Over time, all rows together. */
  days: (Figures & { day: string })[];
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
