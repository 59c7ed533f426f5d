import type { HeadInput } from '../page/head';
import type { AppName } from '../release/release';
import type { PublicConfig } from './mount';

/** Where pages of remotes that are not trusted in the site's own document are, each in a frame of an opaque origin. */
export const ISOLATED_PATH = '/_isolated/';
/** The platform's own entry for such a remote, in the place of the remote's. */
export const isolatedEntryPath = (app: AppName): string => `${ISOLATED_PATH}${app}/_entry.js`;
/** The platform's script within the frame. */
export const FRAME_SCRIPT_PATH = `${ISOLATED_PATH}_frame.js`;
/** The frame of a remote's page. @param address path and query of the page */
export const isolatedPath = (app: AppName, address: string): string => `${ISOLATED_PATH}${app}${address}`;

/**
 * What such a frame may do: run scripts in an origin of its own, and hear of its forms. A browser that forbids forms says nothing
 * of a submission to the remote's script. Where they are sent, the frame's policy decides: nowhere. Links to other sites open a window.
 */
export const FRAME_RIGHTS = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

export const ISOLATED_LIMITS = {
  /** Characters of one message, as JSON. */
  messageChars: 64 * 1024,
  /** Messages that a frame may send in a second; what is over is dropped. */
  messagesPerSecond: 60,
  /** A frame that sends more in a second is taken out of the page. So is one whose messages keep the page busy for so long. */
  floodMessages: 1_000,
  floodMs: 250,
  /** Requests that a frame may have under way. */
  requestsAtOnce: 8,
  answerChars: 512 * 1024,
  /** CSS pixels. */
  height: 30_000,
} as const;

/** The word by which a frame asks for its port. */
export const FRAME_READY = 'isolated:ready';

/** State that the document of a frame gets. */
export interface FrameState {
  app: AppName;
  /** Absolute path of the remote's entry, and its integrity. */
  entry: string;
  integrity: string;
  /** The page's address on the site, absolute. */
  address: string;
  config: PublicConfig;
  /** The page's words for the head of the site's page, where that was not made with it. */
  head: HeadInput;
  data: unknown;
}

/** Asks of a frame that are answered by their id. */
export type FrameRequest =
  | { kind: 'alert'; text: string }
  | { kind: 'fetch'; path: string; method: string; headers: Record<string, string>; body: string | null };

/** What an isolated remote says to its page. */
export type FrameMessage =
  | { kind: 'mounted' }
  | { kind: 'failed'; phase: 'mount' | 'runtime' }
  | { kind: 'height'; px: number }
  | { kind: 'navigate'; path: string }
  | { kind: 'head'; head: HeadInput }
  | { kind: 'toast'; text: string }
  /** What the site's own shell does beyond the platform's, without arguments. */
  | { kind: 'site'; name: string }
  | { kind: 'publish'; name: string; detail: unknown }
  | { kind: 'subscribe'; name: string }
  | ({ id: number } & FrameRequest);

export type PageMessage =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refused'; id: number; reason: string }
  | { kind: 'event'; name: string; detail: unknown };

export interface FrameFetched {
  status: number;
  headers: Record<string, string>;
  body: string;
}
