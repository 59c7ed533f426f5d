import type { HeadInput } from '../page/head';
import type { AppName } from '../release/release';
import type { PublicConfig } from './mount';

/** Prefix of pages of isolated remotes. Each runs in an iframe of an opaque origin, not in the site's document. */
export const ISOLATED_PATH = '/_isolated/';
/** Entry of the platform that stands in for an isolated remote's. */
export const isolatedEntryPath = (app: AppName): string => `${ISOLATED_PATH}${app}/_entry.js`;
/** The platform's script within the iframe. */
export const FRAME_SCRIPT_PATH = `${ISOLATED_PATH}_frame.js`;
/** Address of the iframe for a remote's page. @param address path and query of the page */
export const isolatedPath = (app: AppName, address: string): string => `${ISOLATED_PATH}${app}${address}`;

/**
 * The iframe's sandbox. Scripts run in an opaque origin. `allow-forms` lets scripts receive `submit` events; the
 * frame's policy lets no form be sent. Links to other sites open a window.
 */
export const FRAME_RIGHTS = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

export const ISOLATED_LIMITS = {
  /** Characters of one message, as JSON. */
  messageChars: 64 * 1024,
  /** Messages per second; more are dropped. */
  messagesPerSecond: 60,
  /** A frame is removed when it sends more messages in a second, or keeps the page busy for more milliseconds of it. */
  floodMessages: 1_000,
  floodMs: 250,
  /** Concurrent requests of a frame. */
  requestsAtOnce: 8,
  answerChars: 512 * 1024,
  /** Largest height in CSS pixels. */
  height: 30_000,
} as const;

/** Message by which a frame asks for its port. */
export const FRAME_READY = 'isolated:ready';

/** State in the iframe's document. */
export interface FrameState {
  app: AppName;
  /** Absolute path of the remote's entry, with its integrity. */
  entry: string;
  integrity: string;
  /** Absolute address of the page on the site. */
  address: string;
  config: PublicConfig;
  /** The page's head, for a site page that was rendered without it. */
  head: HeadInput;
  data: unknown;
}

/** Messages of a frame that expect an answer, matched by id. */
export type FrameRequest =
  | { kind: 'alert'; text: string }
  | { kind: 'fetch'; path: string; method: string; headers: Record<string, string>; body: string | null };

/** Messages from an isolated remote to the page around it. */
export type FrameMessage =
  | { kind: 'mounted' }
  | { kind: 'failed'; phase: 'mount' | 'runtime' }
  | { kind: 'height'; px: number }
  | { kind: 'navigate'; path: string }
  | { kind: 'head'; head: HeadInput }
  | { kind: 'toast'; text: string }
  /** Calls a method of the site's own shell, without arguments. */
  | { kind: 'site'; name: string }
  | { kind: 'publish'; name: string; detail: unknown }
  | { kind: 'subscribe'; id: number; name: string }
  /** Ends the subscription with this id. */
  | { kind: 'unsubscribe'; id: number }
  | ({ id: number } & FrameRequest);

export type PageMessage =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refused'; id: number; reason: string }
  /** `id`: that of the subscription. */
  | { kind: 'event'; id: number; detail: unknown };

export interface FrameFetched {
  status: number;
  headers: Record<string, string>;
  body: string;
}
