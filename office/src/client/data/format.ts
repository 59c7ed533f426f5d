let timeZone: string | undefined;

/** Moments are shown in the site's zone, wherever the reader is: mails and posts name the same. */
export const setTimeZone = (zone: string): void => {
  timeZone = zone;
};

/** `24 November 2026 at 09:30` in the site's zone. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });

export const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
