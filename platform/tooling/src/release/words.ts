import { EVENT_NAME } from '@wholepage/contracts/events';
import { versionSchema } from '@wholepage/contracts/release';
import type { SiteGoals } from '@wholepage/contracts/site';
import { type AppName, appNameSchema } from '@wholepage/contracts/version';
import { durationMs, sharesOf } from '@wholepage/releases/canary/canary';
import { workspaceApps } from '../paths';
import { UsageError } from '../run/command';

/*
 * What the words and options of a command mean: apps, versions, shares, steps, goals. Each that means nothing is refused
 * in a sentence that says what does.
 */

/** Options of every command that changes what visitors get. */
export interface StepOptions {
  why?: string;
  /** Checks of the gate that are left out, by name; with a reason. */
  skip?: string;
  reason?: string;
  breakLock?: string;
}

const choices = (): string => `Choose among ${workspaceApps().join(', ')}.`;

const noMore = (words: readonly string[]): void => {
  if (words.length > 0) throw new UsageError(`That is too much: leave out "${words.join(' ')}".`);
};

/** The one app that is named. It may be one that this workspace does not hold. @throws UsageError */
export function appArgument([given, ...more]: readonly string[]): AppName {
  if (given === undefined) throw new UsageError(`Which app? ${choices()}`);
  if (!appNameSchema.safeParse(given).success) throw new UsageError(`"${given}" is not a name of an app. ${choices()}`);
  noMore(more);
  return given;
}

/** The one app of this workspace that is named. @throws UsageError that lists them */
export function workspaceApp(words: readonly string[]): AppName {
  const app = appArgument(words);
  if (!workspaceApps().includes(app)) throw new UsageError(`There is no app "${app}" here. ${choices()}`);
  return app;
}

/** An app, and the version that is named beside it. @throws UsageError */
export function releaseArguments([app, version, ...more]: readonly string[]): {
  app: AppName;
  version: string | undefined;
} {
  noMore(more);
  if (version !== undefined && !versionSchema.safeParse(version).success) {
    throw new UsageError(
      `"${version}" is not a version, such as 1.0.0-3fa9c2d1. \`npm run wholepage -- status\` lists them.`,
    );
  }
  return { app: appArgument(app === undefined ? [] : [app]), version };
}

/** The reason of `--break-lock "why"`. @throws UsageError when it is empty */
export function breaksOf(reason: string | undefined): string | undefined {
  if (reason === undefined || reason.trim()) return reason?.trim();
  throw new UsageError('Say why the lock is broken: --break-lock "why". It is kept in the history.');
}

const DEFAULT_EVERY = '10m';

/** @throws UsageError for a share that is none */
export function shareArgument(text: string | undefined): number {
  const share = Number(text);
  if (text !== undefined && /^\d{1,3}$/.test(text) && share >= 1 && share <= 99) return share;
  throw new UsageError(
    text === undefined
      ? 'For how many percent of the visitors? Between 1 and 99; npm run wholepage -- promote gives it to all.'
      : `"${text}" is not a share: give a whole number of percent between 1 and 99. npm run wholepage -- promote gives it to all.`,
  );
}

/** @throws UsageError for steps or a time that are none */
export function planOf(steps: string | undefined, every: string | undefined) {
  if (steps === undefined) {
    if (every !== undefined) throw new UsageError('--every says how long each of --steps lasts: name those, too.');
    return undefined;
  }
  const shares = sharesOf(steps);
  if (!shares)
    throw new UsageError(`"${steps}" are not steps: give rising percents between 1 and 99, such as 10,25,50.`);
  const everyMs = durationMs(every ?? DEFAULT_EVERY);
  if (!everyMs) throw new UsageError(`"${every}" is not a time: give 30s, 5m or 2h, up to a week.`);
  return { shares, everyMs };
}

/**
 * The goal of an experiment: a name or event that the site declares, another event, or the site's first goal.
 * @throws UsageError that lists the goals
 */
export function goalArgument(text: string | undefined, declared: SiteGoals): string {
  const names = Object.keys(declared);
  const known = names.length > 0 ? `This site has ${names.join(', ')}.` : 'This site declares none.';
  const goal = text ?? names[0];
  if (goal === undefined)
    throw new UsageError(`Which goal? ${known} An event counts, too: --goal checkout:cart-changed.`);
  if (names.includes(goal) || EVENT_NAME.test(goal)) return goal;
  throw new UsageError(`There is no goal "${goal}". ${known} An event counts, too: --goal checkout:cart-changed.`);
}

/** The largest difference that counts as none, in whole percent. @throws UsageError for anything else */
export function marginArgument(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = Number(text);
  if (/^\d{1,3}$/.test(text) && percent >= 1 && percent <= 100) return percent / 100;
  throw new UsageError(`"${text}" is not a margin: give the largest difference that counts as none, 1 to 100 percent.`);
}
