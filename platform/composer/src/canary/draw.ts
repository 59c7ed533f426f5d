import { createHash, randomInt } from 'node:crypto';

/** The one thing that it holds is a number drawn by lot, the same for thousands of visitors. */
export const DRAW_COOKIE = 'side';

/** So many draws there are: shares are exact to a hundredth of a percent. */
const DRAWS = 10_000;
/** Has no factor in common with {@link DRAWS}, so that every draw stays one of its own. */
const STRIDE = 7_919;
const KEPT_SECONDS = 7 * 24 * 3_600;

/** The draw that a visitor brings; undefined without one, or with what is none. */
export function readDraw(cookies: string | undefined): number | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${DRAW_COOKIE}=(\\d{1,4})(?:;|$)`).exec(cookies ?? '') ?? [];
  return value === undefined ? undefined : Number(value);
}

export const newDraw = (): number => randomInt(DRAWS);

export const drawCookie = (draw: number, secure: boolean): string =>
  `${DRAW_COOKIE}=${draw}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

const turnOf = (release: string): number => createHash('sha256').update(release).digest().readUInt32BE(0) % DRAWS;

/**
 * Whether a draw is on the canary's side. Each release turns the wheel differently, so that two canaries at a time do not
 * share their visitors; a wider share keeps all who were in the narrower one.
 * @param release app and version
 */
export const isOnCanary = (draw: number, release: string, percent: number): boolean =>
  (draw * STRIDE + turnOf(release)) % DRAWS < (percent * DRAWS) / 100;
