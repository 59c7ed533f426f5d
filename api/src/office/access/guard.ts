import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALLER_HEADER, type Caller, type OfficeRight } from '../../../wire/office/caller';
import { readCaller } from '../../../wire/office/caller-token';
import { RefusedError } from '../../errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route of the office; an owner always may. */
    rights?: readonly OfficeRight[];
    /** For what cannot be undone, or takes much away: the caller has just proved who they are. */
    confirmed?: boolean;
  }
  interface FastifyRequest {
    caller?: Caller;
  }
}

const CONFIRMED_FOR_MS = 10 * 60_000;

const mayCall = (caller: Caller, rights: readonly OfficeRight[]): boolean =>
  caller.rights.includes('owner') || rights.some((right) => caller.rights.includes(right));

/**
 * Lets nobody into the routes of a scope without a caller who may call them. A route that does not say who may is refused
 * when the server is built. Hooks of a scope belong to its children: call this on the scope itself.
 */
export function guardOffice(scope: FastifyInstance, secret: string): void {
  scope.addHook('onRoute', ({ url, config }) => {
    if (!config?.rights) throw new Error(`The office's route ${url} does not say who may call it.`);
  });
  scope.addHook('onRequest', async (request) => {
    const token = request.headers[CALLER_HEADER];
    const caller = typeof token === 'string' ? readCaller(token, secret) : undefined;
    if (!caller) throw new RefusedError(401, 'Please sign in to the office again.');
    const { rights = [], confirmed } = request.routeOptions.config;
    if (!mayCall(caller, rights)) throw new RefusedError(403, 'You may not do this. Ask an owner for the right to it.');
    if (confirmed && Date.now() - (caller.confirmedAt ?? 0) > CONFIRMED_FOR_MS)
      throw new RefusedError(428, 'Please confirm who you are, and try again.');
    request.caller = caller;
  });
}

/** Who calls a guarded route. */
export const callerOf = (request: FastifyRequest): Caller => {
  if (!request.caller) throw new Error(`${request.routeOptions.url} is not guarded.`);
  return request.caller;
};
