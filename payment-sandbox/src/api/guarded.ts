import type { Call, Reply, Route } from '../http/route';
import type { Settings } from '../settings';
import { authenticate } from './auth';

/** Makes handlers that need the key and its secret. */
export const guardWith =
  (settings: Settings) =>
  (handle: (call: Call) => unknown): Route['handle'] =>
  async (call): Promise<Reply> => {
    authenticate(call, settings);
    return { body: await handle(call) };
  };
