import type { LiveProvider } from '@refinedev/core';
import type { News } from 'api-wire/office/inbox';
import { useSyncExternalStore } from 'react';

/** What the office knows of the stream: the newest news, and whether it is heard now. */
export interface Heard {
  news: News | undefined;
  isHeard: boolean;
}

type Listener = (now: Heard, before: Heard) => void;

let state: Heard = { news: undefined, isHeard: true };
const listeners = new Set<Listener>();

const set = (next: Heard): void => {
  const before = state;
  state = next;
  for (const listener of listeners) listener(next, before);
};

/** After an answer that is no stream. */
const AGAIN_MS = 3_000;
/** The server ends streams now and then; what starts again within this was not lost. */
const GRACE_MS = 5_000;

/** Follows what is new, until the page is left. @returns what ends it */
export function followNews(): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;
  const hear = (news = state.news): void => {
    clearTimeout(lost);
    lost = undefined;
    set({ news, isHeard: true });
  };
  const begin = (): void => {
    source = new EventSource('/office/news/follow');
    source.addEventListener('open', () => hear());
    source.addEventListener('message', (event) => hear(JSON.parse(event.data) as News));
    source.addEventListener('error', () => {
      lost ??= setTimeout(() => set({ ...state, isHeard: false }), GRACE_MS);
      // A browser gives up for good where the answer was an error.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(begin, AGAIN_MS);
    });
  };
  begin();
  return () => {
    clearTimeout(again);
    clearTimeout(lost);
    source.close();
  };
}

const listen = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNews = (): Heard => useSyncExternalStore(listen, () => state);

const CHANNELS: Readonly<Record<string, (news: News) => unknown>> = {
  'resources/enquiries': ({ enquiry, unread }) => `${enquiry} ${unread}`,
  'resources/enrolments': ({ enrolment }) => enrolment,
};

/** Tells refine's lists that the server has something new for them. */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, callback }) => {
    const mark = CHANNELS[channel];
    if (!mark) return undefined;
    return listen((now, before) => {
      if (!now.news || !before.news || mark(now.news) === mark(before.news)) return;
      callback({ channel, type: '*', payload: {}, date: new Date() });
    });
  },
  unsubscribe: (end: unknown) => {
    if (typeof end === 'function') end();
  },
};
