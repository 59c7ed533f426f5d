import type { RenderFragmentRequest } from '@wholepage/contracts/fragment';
import type { PublicConfig } from '@wholepage/contracts/mount';
import type { LayoutStatus } from '@wholepage/contracts/page';
import type { RenderRequest } from '@wholepage/contracts/render';

export interface GuestRequests {
  page: Omit<RenderRequest, 'fetch' | 'signal'>;
  fragment: Omit<RenderFragmentRequest, 'fetch' | 'signal'>;
  layout: { path: string; status: LayoutStatus; config: PublicConfig };
  /** Addresses that search engines should know and that no build could tell. */
  sitemap: { config: PublicConfig };
  file: { path: string; config: PublicConfig };
}

export type GuestTaskKind = keyof GuestRequests;

const MB = 1024 * 1024;

/** Our longest page is a hundredth of it; more would only fill the composer's memory. */
export const TASK_LIMITS = {
  page: { calls: 16, resultBytes: 4 * MB },
  fragment: { calls: 16, resultBytes: MB },
  layout: { calls: 0, resultBytes: MB },
  sitemap: { calls: 64, resultBytes: 8 * MB },
  file: { calls: 16, resultBytes: 4 * MB },
} satisfies Record<GuestTaskKind, object>;
export type TaskLimits = (typeof TASK_LIMITS)[GuestTaskKind];

/** Kinds of messages from the composer to a guest; the header's id names the task, or the ping. */
export const TO_GUEST = { load: 1, task: 2, fetched: 3, fetchFailed: 4, abort: 5, ping: 6, config: 7 } as const;

export interface ToGuest {
  load: { name: string; source: string };
  /** Its request without the config, which is the one that was sent last. */
  task: { kind: GuestTaskKind; request: Omit<GuestRequests[GuestTaskKind], 'config'>; limits: TaskLimits };
  config: PublicConfig;
  fetched: { call: number; response: BridgeResponse };
  fetchFailed: { call: number; message: string };
}

/** Kinds of messages from a guest to the composer, see {@link Conversation} for when each may come. */
export const FROM_GUEST = { started: 1, loaded: 2, loadFailed: 3, result: 4, failed: 5, fetch: 6, pong: 7 } as const;

export type FromGuestKind = keyof typeof FROM_GUEST;

export const LARGEST_MESSAGE_BYTES = { failure: 8 * 1024, fetch: 16 * 1024 } as const;

/** Characters of the sentence that says why something failed. */
export const LONGEST_REASON = 1_000;

/** Headers of a call that reach the API. */
export const PASSED_HEADERS = ['accept', 'accept-language'] as const;

/** Characters of the parts of a call. */
export const CALL_CHARS = { url: 4_096, method: 16, header: 4_096 } as const;

export interface BridgeResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
