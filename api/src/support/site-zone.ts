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
export const offsetTime = (moment: Date, timeZone = TIME_ZONE): string =>
  moment.toTemporalInstant().toString({ timeZone, smallestUnit: 'second' });

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)( ?(?:Z|[+-]\d\d:?\d\d))?)?$/i;

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
  const clock = moment.toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDateTime();
  return new Date(clock.toZonedDateTime(timeZone).epochMilliseconds);
}
