import { TIME_ZONE } from 'site/config';

/** Formats a time as `2026-05-31 09:30:00` in the site's zone. */
export const localTime = (moment: Date, timeZone = TIME_ZONE): string =>
  // The Swedish locale writes ISO 8601 dates.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);

/** Formats a time as `31 May 2026, 09:30 (Asia/Kolkata)`, for people who may be elsewhere. */
export const spokenTime = (moment: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'long', timeStyle: 'short' })
    .format(moment)
    .replace(' at ', ', ')} (${TIME_ZONE})`;

/** Formats a time as `2026-05-31T09:30:00+05:30` in the site's zone, for programs. */
export const offsetTime = (moment: Date, timeZone = TIME_ZONE): string =>
  moment.toTemporalInstant().toString({ timeZone, smallestUnit: 'second' });

const MOMENT = /^((?:19|2\d)\d\d-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)( ?(?:Z|[+-]\d\d:?\d\d))?)?$/i;

/**
 * Parses an ISO 8601 time. Without a zone it is in the site's; a day alone is its start.
 * @returns undefined for days that do not exist, and for other notations, whose meaning would depend on the machine's zone
 */
export function momentOf(text: string, timeZone = TIME_ZONE): Date | undefined {
  const [, day, time = '00:00', zone] = MOMENT.exec(text.trim()) ?? [];
  const clock = `${day}T${time}`;
  try {
    const moment = zone
      ? Temporal.Instant.from(clock + zone.trim())
      : Temporal.PlainDateTime.from(clock).toZonedDateTime(timeZone);
    return new Date(moment.epochMilliseconds);
  } catch {
    return undefined;
  }
}
