import { TIME_ZONE } from 'site/config';

/** `2026-05-31 09:30:00` in the site's zone. */
export const localTime = (moment: Date, timeZone = TIME_ZONE): string =>
  // Swedish writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);

/** `31 May 2026, 09:30 (Asia/Kolkata)`, for people who may be elsewhere. */
export const spokenTime = (moment: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'long', timeStyle: 'short' })
    .format(moment)
    .replace(' at ', ', ')} (${TIME_ZONE})`;

/** `2026-05-31T09:30:00+05:30` in the site's zone, for programs. */
export const offsetTime = (moment: Date, timeZone = TIME_ZONE): string => {
  const minutes = Math.round(offsetAt(moment, timeZone) / 60_000);
  const part = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${localTime(moment, timeZone).replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`;
};

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)( ?(?:Z|[+-]\d\d:?\d\d))?)?$/i;

/** What the clock of the zone is ahead of UTC at a moment, in ms. */
const offsetAt = (moment: Date, timeZone: string): number => {
  const wholeSecond = Math.floor(moment.getTime() / 1000) * 1000;
  return Date.parse(`${localTime(moment, timeZone).replace(' ', 'T')}Z`) - wholeSecond;
};

/** False for days such as 31 February, which `Date` takes for one in March, and for years that are typing errors. */
const isDay = (day: string): boolean => {
  if (!/^(19|2\d)/.test(day)) return false;
  const start = new Date(`${day}T00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
};

/**
 * Reads a moment as ISO 8601 has it. One without a zone of its own is in that of the site; a day is its first moment there.
 * @returns undefined when it is none: other spellings mean what the machine's own zone and `Date` make of them
 */
export function momentOf(text: string, timeZone = TIME_ZONE): Date | undefined {
  const [, day = '', time = '00:00', zone] = MOMENT.exec(text.trim()) ?? [];
  const moment = new Date(`${day}T${time}${zone?.trim().toUpperCase() ?? 'Z'}`);
  if (!isDay(day) || Number.isNaN(moment.getTime())) return undefined;
  if (zone) return moment;
  // Twice: where clocks change, the offset may differ between the guess and the moment.
  const guess = new Date(moment.getTime() - offsetAt(moment, timeZone));
  return new Date(moment.getTime() - offsetAt(guess, timeZone));
}
