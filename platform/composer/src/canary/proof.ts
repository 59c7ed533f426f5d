import { nameOf } from './cookies';
import type { Draw } from './draw';
import type { Secret } from './secret';

/** The shell reads it and takes it away before a remote's code runs. */
const PROOF_COOKIE = 'view';
const VALID_SECONDS = 300;
const FORM = /^(\d{1,12})\.([0-9a-f]{16})\.([01])\.([\w-]{22})$/;

/** A page view, as a composer vouches for it. */
export interface PageView {
  network: string;
  draw: Draw;
  /** Id of the releases that the page was made from. */
  set: string;
  /** Second since 1970. */
  at: number;
  /** The visitor's side was drawn with this view. */
  isFirst: boolean;
}

const tagOf = (secret: Secret, { network, draw, set, at, isFirst }: PageView): readonly [string, string] => {
  const first = isFirst ? '1' : '0';
  return [first, secret.tag('view', network, draw.draw, draw.drawnAt, set, at, first)];
};

export function proofCookie(view: PageView, secure: boolean, secret: Secret): string {
  const [first, tag] = tagOf(secret, view);
  const value = `${view.at}.${view.set}.${first}.${tag}`;
  return `${nameOf(PROOF_COOKIE, secure)}=${value}; Path=/; Max-Age=${VALID_SECONDS}; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/**
 * The page view that a report's proof is of; undefined when there was none within five minutes from this network, with
 * this draw.
 */
export function viewOf(
  proof: string | undefined,
  { network, draw }: Pick<PageView, 'network' | 'draw'>,
  secret: Secret,
  now = Date.now(),
): PageView | undefined {
  const [, at = '', set = '', first = '', tag = ''] = FORM.exec(proof ?? '') ?? [];
  if (!tag) return undefined;
  const view: PageView = { network, draw, set, at: Number(at), isFirst: first === '1' };
  const age = Math.floor(now / 1000) - view.at;
  if (age > VALID_SECONDS || age < -VALID_SECONDS) return undefined;
  return secret.holds(tag, 'view', network, draw.draw, draw.drawnAt, set, view.at, first) ? view : undefined;
}
