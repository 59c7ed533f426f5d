import type { Fault } from './check';
import type { Result } from './run-check';

const MARKS: Record<Result['outcome'], string> = { held: '✓', failed: '✗', skipped: '–', inapplicable: '·' };
/** So many places are shown, and so many faults of each: one page that is full of faults must not hide the others. */
const SHOWN_PLACES = 24;
const SHOWN_FAULTS = 3;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Below a check's line: what is wrong, where, and what to do. */
function faultLines(faults: readonly Fault[]): string[] {
  const places = [...new Set(faults.map(({ where }) => where))];
  const left = places.length - SHOWN_PLACES;
  return [
    ...places.slice(0, SHOWN_PLACES).flatMap((where) => {
      const found = faults.filter((fault) => fault.where === where);
      const more = found.length - SHOWN_FAULTS;
      return [
        ...found
          .slice(0, SHOWN_FAULTS)
          .flatMap(({ what, todo }) => [`      ${where}`, `        ${what}`, `        → ${todo}`]),
        ...(more > 0 ? [`        and ${more} more there`] : []),
      ];
    }),
    ...(left > 0 ? [`      and ${left} more places`] : []),
  ];
}

/** One check's line, and its faults. */
export function resultLines({ check, holds, outcome, faults, why, milliseconds }: Result): string[] {
  const note = why ? ` (${outcome === 'skipped' ? 'skipped: ' : ''}${why})` : '';
  const time = milliseconds ? seconds(milliseconds).padStart(7) : ''.padStart(7);
  return [`  ${MARKS[outcome]} ${check.padEnd(14)} ${time}  ${holds}${note}`, ...faultLines(faults)];
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
