import type { RenderFragmentRequest } from '@wholepage/contracts/fragment';
import type { PublicConfig } from '@wholepage/contracts/mount';
import type { LayoutStatus } from '@wholepage/contracts/page';
import type { RenderRequest } from '@wholepage/contracts/render';

export interface GuestRequests {
  page: Omit<RenderRequest, 'fetch' | 'signal'>;
  fragment: Omit<RenderFragmentRequest, 'fetch' | 'signal'>;
  layout: { path: string; status: LayoutStatus; config: PublicConfig };
  /** Sitemap paths that the build cannot know. */
  sitemap: { config: PublicConfig };
  file: { path: string; config: PublicConfig };
}

export type GuestTaskKind = keyof GuestRequests;

const MB = 1024 * 1024;

/** API calls and bytes of the result, by kind. Our longest page has a hundredth of them. */
export const TASK_LIMITS = {
  page: { calls: 16, resultBytes: 4 * MB },
  fragment: { calls: 16, resultBytes: MB },
  layout: { calls: 0, resultBytes: MB },
  sitemap: { calls: 64, resultBytes: 8 * MB },
  file: { calls: 16, resultBytes: 4 * MB },
} satisfies Record<GuestTaskKind, object>;
export type TaskLimits = (typeof TASK_LIMITS)[GuestTaskKind];

/** Kinds of messages from the composer to a guest. The header's id is the task's or the ping's. */
export const TO_GUEST = { load: 1, task: 2, fetched: 3, fetchFailed: 4, abort: 5, ping: 6, config: 7 } as const;

export interface ToGuest {
  load: { name: string; source: string };
  /** The request without its config, which is the one sent last. */
  task: { kind: GuestTaskKind; request: Omit<GuestRequests[GuestTaskKind], 'config'>; limits: TaskLimits };
  config: PublicConfig;
  fetched: { call: number; response: BridgeResponse };
  fetchFailed: { call: number; message: string };
}

/** Kinds of messages from a guest to the composer; {@link Conversation} says when each may come. */
export const FROM_GUEST = { started: 1, loaded: 2, loadFailed: 3, result: 4, failed: 5, fetch: 6, pong: 7 } as const;

export type FromGuestKind = keyof typeof FROM_GUEST;

export const LARGEST_MESSAGE_BYTES = { failure: 8 * 1024, fetch: 16 * 1024 } as const;

/** Characters of a failure's reason. */
export const LONGEST_REASON = 1_000;

/** Headers that the composer passes on to the API. */
export const PASSED_HEADERS = ['accept', 'accept-language'] as const;

/** Most characters of a call's parts. */
export const CALL_CHARS = { url: 4_096, method: 16, header: 4_096 } as const;

export interface BridgeResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
