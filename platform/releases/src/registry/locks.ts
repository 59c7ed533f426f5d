import type { HistoryEntry } from './history';

/** Keeps an app, or all of them, as they are until a time. */
export interface Lock {
  /** An app, or the whole site. */
  app: string;
  generation: number;
  until: string;
  by: string;
  why: string;
}

/** The lock that a step set; undefined when it set none, or unlocked. */
export const lockOf = ({ action, app, generation, until, by, why }: HistoryEntry): Lock | undefined =>
  action === 'lock' && until ? { app, generation, until, by, why } : undefined;

/** The lock among these that holds at a time, in milliseconds since 1970. */
export const activeLock = (locks: readonly (Lock | undefined)[], now: number): Lock | undefined =>
  locks.find((lock) => lock !== undefined && now < Date.parse(lock.until));

/** What a lock says, without a full stop: `articles is locked until … by asha: the fair`. */
export const lockText = ({ app, until, by, why }: Lock): string =>
  `${app === 'site' ? 'the site' : app} is locked until ${until.slice(0, 16).replace('T', ' ')} UTC by ${by}: ${why}`;
