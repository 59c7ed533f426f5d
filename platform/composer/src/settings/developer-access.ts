import type { IncomingMessage } from 'node:http';
import type { Settings } from './settings';

/**
 * Whether a request has developer access: overrides, and the composition of pages. Never in production; elsewhere for
 * requests from this machine, and for all others only if a setting says so.
 */
export const isDeveloper = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { NODE_ENV, DEVELOPER_ACCESS }: Pick<Settings, 'NODE_ENV' | 'DEVELOPER_ACCESS'>,
): boolean => NODE_ENV !== 'production' && (DEVELOPER_ACCESS === 'network' || isFromOwnMachine(request));

export const isOfThisMachine = (address: string): boolean => /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address);

/** Whether a request comes from this machine, and not through a proxy on it. */
const isFromOwnMachine = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isOfThisMachine(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['x-real-ip'] === undefined &&
  headers.forwarded === undefined;
