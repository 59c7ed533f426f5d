import type { FastifyInstance } from 'fastify';
import type { Session } from '../store/sessions';

/** Who may call a route. A route without it cannot be registered. */
export type Access =
  /** Anybody who reaches the service's own address. */
  | 'public'
  /** Anybody, at any address: for probes. */
  | 'health'
  /** Whoever is signed in, for what is their own. */
  | 'member'
  | {
      /** Whoever holds this right, for anything. Handlers check the thing itself. */
      right: string;
      /** Whoever said recently who they are: for what cannot be undone. */
      recent?: boolean;
    };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Undefined on public routes without a session. */
    session: Session | undefined;
  }
}

/** Refuses routes that do not say who may call them. */
export function requireAccessOfRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`The route ${String(method)} ${url} does not say who may call it.`);
  });
}
