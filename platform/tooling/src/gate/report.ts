import type { Result } from './run-check';

const MARKS: Record<Result['outcome'], string> = { held: '✓', failed: '✗', skipped: '–', inapplicable: '·' };
const SHOWN_FAULTS = 8;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** One check's line, and below it what is wrong, where, and what to do. */
export function resultLines({ check, holds, outcome, faults, why, milliseconds }: Result): string[] {
  const note = why ? ` (${outcome === 'skipped' ? 'skipped: ' : ''}${why})` : '';
  const time = milliseconds ? seconds(milliseconds).padStart(7) : ''.padStart(7);
  const more = faults.length - SHOWN_FAULTS;
  return [
    `  ${MARKS[outcome]} ${check.padEnd(14)} ${time}  ${holds}${note}`,
    ...faults
      .slice(0, SHOWN_FAULTS)
      .flatMap(({ where, what, todo }) => [`      ${where}`, `        ${what}`, `        → ${todo}`]),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

/** The last line. */
export function summary(app: string, version: string, results: readonly Result[]): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  const held = results.filter(({ outcome }) => outcome === 'held').length;
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return failed.length
    ? `${app} ${version} may not go live: ${failed.join(', ')} failed, after ${time}.`
    : `${app} ${version} may go live: ${held} checks held, in ${time}.`;
}
