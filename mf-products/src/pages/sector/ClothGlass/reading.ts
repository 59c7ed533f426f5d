import type { Cloth } from '../../../content/records';

/** A cloth has drawn together most of what it will after so many washes. */
const SETTLING_WASHES = 6;

/** Colour against new cloth, in grades of the grey scale (ISO 105-A02): half a grade is lost by the end of each span. */
const GRADES = ['5', '4–5', '4'];

/**
 * What the glass says of a cloth after some washes.
 * @param template names `{gsm}`, `{wash}`, `{washes}` and `{grade}`
 */
export function readingOf({ gsm, washes, shrinkage }: Cloth, wash: number, template: string): string {
  const drawnTogether = (shrinkage / 100) * (1 - Math.exp(-wash / SETTLING_WASHES));
  const values: Record<string, string | number | undefined> = {
    gsm: Math.round(gsm * (1 + drawnTogether)),
    wash,
    washes,
    grade: GRADES[Math.min(2, Math.floor((wash / washes) * 2.5))],
  };
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
