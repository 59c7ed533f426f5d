import type { LiveProvider } from '@refinedev/core';
import { followEvents } from '@wholepage/staff-kit/browser/calls';
import type { News } from 'api-wire/office/inbox';
import { shared } from './shared';

/** State of the event stream: the newest news, and whether the stream is heard now. */
interface Heard {
  news: News | undefined;
  isHeard: boolean;
}

const heard = shared<Heard>({ news: undefined, isHeard: true });

/** Follows the event stream of news. @returns stops following */
export const followNews = (): (() => void) =>
  followEvents(
    '/office/news/follow',
    { message: (data) => heard.set({ ...heard.get(), news: JSON.parse(data) as News }) },
    (isHeard) => heard.set({ ...heard.get(), isHeard }),
  );

export const useNews = heard.use;

const CHANNELS: Readonly<Record<string, (news: News) => unknown>> = {
  'resources/enquiries': ({ enquiry, unread }) => `${enquiry} ${unread}`,
  'resources/enrolments': ({ enrolment }) => enrolment,
};

/** Notifies refine's lists when the server has something new for them. */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, callback }) => {
    const mark = CHANNELS[channel];
    if (!mark) return undefined;
    return heard.listen((now, before) => {
      if (!now.news || !before.news || mark(now.news) === mark(before.news)) return;
      callback({ channel, type: '*', payload: {}, date: new Date() });
    });
  },
  unsubscribe: (end: unknown) => {
    if (typeof end === 'function') end();
  },
};
