import type { IncomingMessage } from 'node:http';
import { isFromOwnMachine } from '../http/request/own-machine';
import type { Settings } from './settings';

/**
 * Whether somebody may do what is for developers: lay a release over the site, see how pages are put together. Never in
 * production; elsewhere for who sits at this machine, and for everybody only when a setting says so.
 */
export const isDeveloper = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { NODE_ENV, DEVELOPER_ACCESS }: Pick<Settings, 'NODE_ENV' | 'DEVELOPER_ACCESS'>,
): boolean => NODE_ENV !== 'production' && (DEVELOPER_ACCESS === 'network' || isFromOwnMachine(request));
