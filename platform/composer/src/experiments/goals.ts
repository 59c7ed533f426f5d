import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EVENT_NAME } from '@wholepage/contracts/events';
import type { SiteGoals } from '@wholepage/contracts/site';
import type { CanaryKeeper } from '../canary/canary-keeper';
import type { Visitors } from '../canary/visitors';
import { StoredResponse } from '../http/response/send';
import type { ReleaseSet } from '../releases/release-set';

interface GoalsOptions {
  /** What the site calls goals. */
  declared: SiteGoals;
  currentSet(): ReleaseSet;
  visitors: Pick<Visitors, 'known'>;
  keeper: Pick<CanaryKeeper, 'reach'> | undefined;
}

/** A goal of the site, by its name or its event; undefined of an event that nothing but pages confirm. */
const declaredAs = (declared: SiteGoals, goal: string): SiteGoals[string] | undefined =>
  (Object.hasOwn(declared, goal) ? declared[goal] : undefined) ??
  Object.values(declared).find(({ event }) => event === goal);

const goalsOf = ({ canaries }: ReleaseSet): string[] => [
  ...new Set(canaries.flatMap(({ deployment }) => deployment.extras.experiment?.goal ?? [])),
];

/** Events that pages of a set report, because an experiment counts them and no back end confirms them. */
const eventGoalsOf = (set: ReleaseSet, declared: SiteGoals = {}): string[] =>
  goalsOf(set).filter((goal) => EVENT_NAME.test(goal) && !declaredAs(declared, goal));

/** Whether a back end says that it took what was sent: as data, or by leading on to the page that says thanks. */
function isTaken(response: ServerResponse, thanks: string | undefined): boolean {
  const { statusCode } = response;
  if (statusCode !== 303) return statusCode >= 200 && statusCode < 300;
  const [path] = String(response.getHeader('location') ?? '').split('?');
  return thanks !== undefined && path === thanks;
}

/** Counts the goals that visitors of experiments reach. Without an experiment it does nothing. */
export class Goals {
  constructor(private readonly options: GoalsOptions) {}

  /**
   * Counts the goals that this request reaches, once its back end has confirmed it.
   * @param path as the visitor's browser sends it
   */
  watch(request: IncomingMessage, response: ServerResponse, path: string): void {
    const { currentSet, declared } = this.options;
    const goals = goalsOf(currentSet());
    const call = `${request.method} ${path}`;
    const asked = goals.filter((goal) => declaredAs(declared, goal)?.confirmedBy.includes(call));
    if (asked.length === 0) return;
    // Node remembers the headers of writeHead only where one was set before. Nobody stores the answer to a form.
    response.setHeader('cache-control', 'no-store');
    response.once('finish', () => {
      const reached = asked.filter((goal) => isTaken(response, declaredAs(declared, goal)?.thanks));
      if (reached.length > 0) this.reach(request, reached);
    });
  }

  /** Counts an event that a page reported. One that a back end confirms is not counted by what pages say. */
  report(request: IncomingMessage, event: string): void {
    if (eventGoalsOf(this.options.currentSet(), this.options.declared).includes(event)) this.reach(request, [event]);
  }

  /** The variant that a visitor was drawn for is in a cookie that scripts cannot read: nobody counts without a page view. */
  private reach(request: IncomingMessage, goals: readonly string[]): void {
    const { currentSet, visitors, keeper } = this.options;
    const visit = visitors.known(request, currentSet());
    if (visit) keeper?.reach(visit, goals);
  }
}

export const GOALS_PATH = '/_goals.js';

/** Reports the first of each event that an experiment counts. Pages hold it only while one does. */
const TEXT = `for (const goal of new URL(document.currentScript.src).searchParams.getAll('goal'))
  document.addEventListener(goal, () => navigator.sendBeacon('/_reports', JSON.stringify({ goal })), { once: true });
`;

/** The script of a set's pages; undefined while no experiment counts events. */
export function goalsScriptOf(set: ReleaseSet, declared: SiteGoals | undefined): string | undefined {
  const events = eventGoalsOf(set, declared);
  if (events.length === 0) return undefined;
  return `${GOALS_PATH}?${new URLSearchParams(events.sort().map((event) => ['goal', event]))}`;
}

export const goalsScript = new StoredResponse(
  200,
  {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    etag: `"${createHash('sha256').update(TEXT).digest('hex').slice(0, 12)}"`,
  },
  Buffer.from(TEXT),
);
