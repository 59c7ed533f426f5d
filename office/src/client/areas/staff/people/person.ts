/** Somebody who may come in, as the server tells. */
export interface Person {
  id: string;
  name: string;
  rights: string[];
  endedAt: string | null;
  seenAt: string | null;
  sessions: number;
  passkeys: number;
}

/** Where somebody is signed in, and with what. */
export interface Ways {
  sessions: { id: string; device: string; address: string; createdAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; createdAt: string; usedAt: string | null }[];
}

export const RIGHTS = [
  ['desk', 'desk: enquiries, enrolments and orders'],
  ['writer', 'writer: the blog alone'],
  ['owner', 'owner: everything, refunds and people too'],
] as const;

/** What a browser says of itself, short. */
export const deviceText = (device: string): string =>
  /(Firefox|Edg|Chrome|Safari)\/(\d+)/.exec(device)?.slice(1).join(' ') ?? (device.slice(0, 40) || 'an unknown device');

/** `1 session`, `3 sessions`. */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
