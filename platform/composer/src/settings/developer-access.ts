import type { IncomingMessage } from 'node:http';
import type { Settings } from './settings';

/**
 * Whether somebody may do what is for developers: lay a release over the site, see how pages are put together. Never in
 * production; elsewhere for who sits at this machine, and for everybody only when a setting says so.
 */
export const isDeveloper = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { NODE_ENV, DEVELOPER_ACCESS }: Pick<Settings, 'NODE_ENV' | 'DEVELOPER_ACCESS'>,
): boolean => NODE_ENV !== 'production' && (DEVELOPER_ACCESS === 'network' || isFromOwnMachine(request));

export const isOfThisMachine = (address: string): boolean => /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address);

/** Whether somebody at this machine asks, and no proxy on it for somebody elsewhere. */
const isFromOwnMachine = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isOfThisMachine(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['x-real-ip'] === undefined &&
  headers.forwarded === undefined;
