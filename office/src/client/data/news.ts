import type { LiveProvider } from '@refinedev/core';
import { followEvents } from '@wholepage/staff-kit/browser/calls';
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

/** Follows what is new, until the page is left. @returns what ends it */
export const followNews = (): (() => void) =>
  followEvents(
    '/office/news/follow',
    { message: (data) => set({ ...state, news: JSON.parse(data) as News }) },
    (isHeard) => set({ ...state, isHeard }),
  );

const listen = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNews = (): Heard => useSyncExternalStore(listen, () => state);

const CHANNELS: Readonly<Record<string, (news: News) => unknown>> = {
  'resources/enquiries': ({ enquiry, unread }) => `${enquiry} ${unread}`,
  'resources/enrolments': ({ enrolment, order }) => `${enrolment} ${order}`,
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
