import { randomBytes } from 'node:crypto';
import type { Draw } from './draw';
import type { Secret } from './secret';

/** Given with each page view under a name of its own, so that two tabs do not overwrite each other's. */
const PREFIX = 'view-';
const PATH = '/_reports';
const VALID_SECONDS = 300;
/** Browsers send all that they have with each report: older ones are ended. */
const MOST = 8;
const NAMES = /(?:^|; )view-([\w-]{12})=/g;

/** A page that was given to a visitor, as one composer vouches for it to all others. */
export interface PageView {
  /** Second since 1970. */
  at: number;
  /** The visitor's side was drawn with this view. */
  isFirst: boolean;
  /** Versions of the releases that the page was made from, by app: the shell's, its owner's, and those of its fragments. */
  apps: Readonly<Record<string, string>>;
}

/** Whose view it is. */
interface Viewer {
  network: string;
  draw: Draw;
}

const tagOf = (id: string, payload: string, { network, draw }: Viewer) =>
  ['view', id, network, draw.draw, draw.drawnAt, payload] as const;

/** A new view: its id, which the page's own script may know, and the cookie, which no script reads. */
export function newView(
  { at, isFirst, apps }: PageView,
  viewer: Viewer,
  { secure, secret }: { secure: boolean; secret: Secret },
): { id: string; cookie: string } {
  const id = randomBytes(9).toString('base64url');
  const payload = Buffer.from(JSON.stringify([at, isFirst, apps])).toString('base64url');
  const value = `${payload}.${secret.tag(...tagOf(id, payload, viewer))}`;
  const attributes = `Path=${PATH}; Max-Age=${VALID_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return { id, cookie: `${PREFIX}${id}=${value}; ${attributes}` };
}

/**
 * The view of this id, by the cookie that a report brings; undefined when there was none within five minutes of this
 * network with this draw.
 */
export function readView(
  cookies: string | undefined,
  id: string | undefined,
  viewer: Viewer,
  secret: Secret,
  now = Date.now(),
): PageView | undefined {
  if (!cookies || !id) return undefined;
  const [, payload = '', tag = ''] =
    new RegExp(`(?:^|; )${PREFIX}${id}=([\\w-]+)\\.([\\w-]{22})(?:;|$)`).exec(cookies) ?? [];
  if (!tag || !secret.holds(tag, ...tagOf(id, payload, viewer))) return undefined;
  // A composer of this site wrote it.
  const [at, isFirst, apps] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return Math.abs(now / 1000 - at) <= VALID_SECONDS ? { at, isFirst, apps } : undefined;
}

/** Cookies that end the oldest views of a browser that has more than {@link MOST}: browsers name the oldest first. */
export const endedViews = (cookies: string | undefined): string[] =>
  [...(cookies ?? '').matchAll(NAMES)].slice(0, -MOST).map(([, id]) => `${PREFIX}${id}=; Path=${PATH}; Max-Age=0`);
