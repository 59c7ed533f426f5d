/** Hours of the day within which only what is urgent is sent. */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

const FORM = /^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/;

/** @param text such as `22-7`; undefined when it is none */
export function quietHoursOf(text: string, timeZone: string): QuietHours | undefined {
  const [, from, to] = FORM.exec(text) ?? [];
  return from === undefined || from === to ? undefined : { from: Number(from), to: Number(to), timeZone };
}

export function isQuiet(hours: QuietHours | undefined, now: Date): boolean {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(now));
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
