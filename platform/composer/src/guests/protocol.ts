import type { PublicConfig } from 'contracts/config';

/** What a guest can be asked for. */
export interface GuestRequests {
  /** A page of a remote. */
  page: { url: string; config: PublicConfig };
  /** The shell's header and footer for a path. */
  frame: { path: string; found: boolean; config: PublicConfig };
  /** Addresses that search engines should know and that no build could tell. */
  sitemap: { config: PublicConfig };
}

export type GuestTaskKind = keyof GuestRequests;

/** A call of the API, asked of the composer. */
export interface BridgeRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
}

export interface BridgeResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** From the composer to a guest. `id` names a task, `call` one of its calls of the API. */
export type ToGuest =
  | { type: 'load'; name: string; source: string }
  | { type: 'task'; id: number; kind: GuestTaskKind; request: GuestRequests[GuestTaskKind] }
  | { type: 'fetched'; id: number; call: number; response: BridgeResponse }
  | { type: 'fetch-failed'; id: number; call: number; message: string }
  | { type: 'abort'; id: number }
  | { type: 'ping' };

/** From a guest to the composer. Nothing in it is to be believed but that it came from this guest. */
export type FromGuest =
  | { type: 'started' }
  | { type: 'loaded' }
  | { type: 'load-failed'; message: string }
  | { type: 'result'; id: number; result: unknown }
  | { type: 'failed'; id: number; message: string }
  | { type: 'fetch'; id: number; call: number; request: BridgeRequest }
  | { type: 'pong' };

/** Our longest page is a hundredth of it; more would only fill the composer's memory. */
export const LARGEST_RESULT_CHARS = 4 * 1024 * 1024;
/** Of a message, in bytes: a result and what JSON adds to it. */
export const LARGEST_MESSAGE_BYTES = 2 * LARGEST_RESULT_CHARS;
