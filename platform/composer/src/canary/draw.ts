import { createHash, randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { nameOf, readCookie } from '../http/cookies';
import type { Secret } from './secret';

/** It holds a number drawn by lot, the same for thousands of visitors, and the second in which it was drawn. */
export const DRAW_COOKIE = 'side';

/** So many draws there are: shares are exact to a hundredth of a percent, and a draw names nobody. */
const DRAWS = 10_000;
const KEPT_SECONDS = 7 * 24 * 3_600;
/** An experiment takes longer than a canary. */
export const KEPT_FOR_EXPERIMENT_SECONDS = 28 * 24 * 3_600;

export interface Draw {
  draw: number;
  /** Second since 1970 in which it was drawn. */
  drawnAt: number;
}

/** The draw that a visitor brings; undefined without one, or with one that no composer of this site made. */
export function readDraw(cookies: string | undefined, secure: boolean, secret: Secret): Draw | undefined {
  const value = readCookie(cookies, nameOf(DRAW_COOKIE, secure));
  const [, draw = '', drawnAt = '', tag = ''] = /^(\d{1,4})\.(\d{1,12})\.([\w-]{22})$/.exec(value ?? '') ?? [];
  return tag && secret.holds(tag, 'draw', draw, drawnAt) ? { draw: Number(draw), drawnAt: Number(drawnAt) } : undefined;
}

export const newDraw = (now = Date.now()): Draw => ({ draw: randomInt(DRAWS), drawnAt: Math.floor(now / 1000) });

export const drawCookie = ({ draw, drawnAt }: Draw, secure: boolean, secret: Secret, kept = KEPT_SECONDS): string =>
  `${nameOf(DRAW_COOKIE, secure)}=${draw}.${drawnAt}.${secret.tag('draw', draw, drawnAt)}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Releases that were canaries lately: few at a time. */
const orders = new LRUCache<string, Uint16Array>({ max: 100 });

/** The place of each draw in a release's own order of them, by a hash of both: 10 ms, once for each canary. */
function orderOf(release: string): Uint16Array {
  const hashes = Array.from({ length: DRAWS }, (_, draw) =>
    createHash('sha256').update(`${release} ${draw}`).digest().readUIntBE(0, 6),
  );
  const places = new Uint16Array(DRAWS);
  const sorted = [...hashes.keys()].sort((one, other) => (hashes[one] ?? 0) - (hashes[other] ?? 0));
  for (const [place, draw] of sorted.entries()) places[draw] = place;
  orders.set(release, places);
  return places;
}

/**
 * Whether a draw is on the canary's side. Each release has an order of the draws of its own, so that the sides of two
 * canaries at a time are independent. A wider share keeps all who were in the narrower one.
 * @param release app and version
 */
export const isOnCanary = (draw: number, release: string, percent: number): boolean =>
  ((orders.get(release) ?? orderOf(release))[draw] ?? DRAWS) < (percent * DRAWS) / 100;
