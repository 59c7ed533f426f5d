import type { Health } from '../../observed';

/** Whom a step of all visitors touches, with their visits of the last hour where any were seen. */
export const everyVisitor = (health: Pick<Health, 'visits'> | undefined): string =>
  health?.visits ? `Every visitor (${visitsText(health.visits)} in the last hour)` : 'Every visitor';

/** Whom a step of a share of the visitors touches. @param percent of them */
export function someVisitors(percent: number, health: Pick<Health, 'visits'> | undefined): string {
  const share = `${percent} % of visitors`;
  if (!health?.visits) return share;
  const about = Math.round((health.visits * percent) / 100);
  return `${share} (about ${about.toLocaleString()} of ${visitsText(health.visits)} in the last hour)`;
}

const visitsText = (visits: number): string => `${visits.toLocaleString()} ${visits === 1 ? 'visit' : 'visits'}`;
