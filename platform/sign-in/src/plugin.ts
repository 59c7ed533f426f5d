import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type pg from 'pg';
import { RefusedError } from './errors';
import { endOpenId, openIdRoutes, type Provider, readTokens, sessionOf } from './openid';
import { linkRoutes, tellFailures } from './pages';
import { passkeyRoutes, passkeysOf } from './passkeys';
import { peopleRoutes } from './people';
import { holds, type RightsModel } from './rights';
import { actorOf, endSession, listSessions, requireRecent, SESSION_MS, type Session, signedIn } from './sessions';
import type { SignInSettings } from './settings';
import { ATTEMPT_MS, auditRoutes, isSame, writeAudit } from './tables';

/**
 * Signing in for a service: pages and calls below `/sign-in`, a guard before every route that is registered later,
 * security headers, and the error handler.
 */
export const signIn = fp<SignInOptions>(
  async (app: FastifyInstance, options) => {
    const { settings } = options;
    const context: SignInContext = {
      ...options,
      provider: settings.openId && { ...settings.openId, silentUntil: 0 },
      cookies: cookieJar(settings.service, settings.origin),
    };
    await app.register(cookie);
    await app.register(formbody, { bodyLimit: 4096 });
    await app.register(rateLimit, {
      global: false,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, { after }) => new RefusedError(429, `Too many attempts. Try again in ${after}.`),
    });
    app.decorateRequest('session');
    secureHeaders(app, settings.origin, options.pictures);
    tellFailures(app, context);
    requireAccessOfRoutes(app);
    guardRoutes(app, context);
    for (const routes of [linkRoutes, sessionRoutes, auditRoutes, peopleRoutes]) routes(app, context);
    if (context.provider) openIdRoutes(app, context, context.provider);
    else passkeyRoutes(app, context);
  },
  { name: 'sign-in' },
);

export interface SignInOptions {
  settings: SignInSettings;
  pool: pg.Pool;
  /** The service's name for people: "Console". */
  title: string;
  /** Command line before `link NAME`, shown to people without a passkey. */
  command: string;
  rights: RightsModel;
  /** The right to invite people, to end their access, and to read the audit of everybody's acts and addresses. */
  manages: string;
  /** Addresses of the sign-in page's files: `sign-in/browser`, bundled, and the service's styles. */
  assets: { script: string; styles: string };
  /** Further origins of pictures on the service's pages. */
  pictures?: readonly string[];
  /** Turns the service's own errors into responses; undefined for faults. */
  explain?(error: Error): { status: number; message: string } | undefined;
}

export interface SignInContext extends SignInOptions {
  provider: Provider | undefined;
  cookies: ReturnType<typeof cookieJar>;
}

/** A service's cookies. `__Host-` is bound to HTTPS and to this host; plain HTTP on loopback cannot have it. */
function cookieJar(service: string, origin: string) {
  const secure = origin.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const session = `${prefix}${service}-session`;
  const attempt = `${prefix}${service}-attempt`;
  const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  return {
    session: (request: FastifyRequest) => request.cookies[session],
    keepSession: (reply: FastifyReply, token: string) =>
      void reply.setCookie(session, token, { ...options, maxAge: SESSION_MS / 1000 }),
    dropSession: (reply: FastifyReply) => void reply.clearCookie(session, options),
    attempt: (request: FastifyRequest) => request.cookies[attempt],
    keepAttempt: (reply: FastifyReply, token: string) =>
      void reply.setCookie(attempt, token, { ...options, maxAge: ATTEMPT_MS / 1000 }),
  };
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Sets headers: code and styles load from this service only, no page may frame it, and no cache stores responses. */
function secureHeaders(app: FastifyInstance, origin: string, pictures: readonly string[] = []): void {
  const headers = {
    'content-security-policy': [...POLICY, ["img-src 'self' data:", ...pictures].join(' ')].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** The callers that a route admits. A route without it cannot be registered. */
export type Access =
  /** Anybody who reaches the service's own address. */
  | 'public'
  /** Anybody, at any address: for probes, and for the styles of the page that refuses other addresses. */
  | 'health'
  /** Everybody who is signed in, for their own data. */
  | 'member'
  | {
      /** Everybody who holds this right, for any thing. Handlers check the thing itself. */
      right: string;
      /** Requires a recent sign-in: for acts that cannot be undone. */
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

function requireAccessOfRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`The route ${String(method)} ${url} does not say who may call it.`);
  });
}

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
const isNavigation = (request: FastifyRequest): boolean =>
  isReading(request) && Boolean(request.headers.accept?.includes('text/html'));

function checkAddress(origin: string, request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || request.host !== new URL(origin).host)
    throw new RefusedError(421, `This service is reached at ${origin} only.`);
  // Browsers send `Origin` with every request that can change something; another site's page cannot forge it.
  if (!isReading(request) && request.headers.origin !== origin)
    throw new RefusedError(403, 'This request does not come from a page of this service.');
}

function checkRights(context: SignInContext, session: Session, request: FastifyRequest): void {
  const { access } = request.routeOptions.config;
  if (!isReading(request)) {
    const given = request.headers['x-csrf-token'];
    if (typeof given !== 'string' || !isSame(given, session.csrf))
      throw new RefusedError(403, 'This page is out of date. Load it again.', 'other-session');
  }
  if (typeof access !== 'object') return;
  if (!holds(context.rights, session.person.rights, access.right))
    throw new RefusedError(403, `You need the right "${access.right}" for this.`);
  if (access.recent) requireRecent(session);
}

/** Guards routes as their `access` requires: the service's own address, a session with its CSRF token, the right. */
function guardRoutes(app: FastifyInstance, context: SignInContext): void {
  const { origin } = context.settings;
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { access } = request.routeOptions.config;
    if (access === 'health') return;
    checkAddress(origin, request);
    if (access === 'public' || request.is404) return;
    request.session = await sessionOf(context, request);
    if (request.session) return checkRights(context, request.session, request);
    if (isNavigation(request)) return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
    throw new RefusedError(401, 'You are not signed in any more.', 'sign-in');
  });
}

function sessionRoutes(app: FastifyInstance, context: SignInContext): void {
  const { pool, provider, settings, cookies } = context;
  const member = { config: { access: 'member' } } as const;

  app.get('/sign-in/me', member, async (request) => {
    const { id, csrf, person, createdAt } = signedIn(request);
    return {
      session: id,
      csrf,
      person,
      endsAt: new Date(createdAt.getTime() + SESSION_MS),
      asksAgainBy: provider ? 'openid' : 'passkey',
    };
  });

  app.get('/sign-in/mine', member, async (request) => {
    const { person } = signedIn(request);
    return { sessions: await listSessions(pool, person.id), passkeys: await passkeysOf(pool, person.id) };
  });

  app.post('/sign-in/out', member, async (request, reply) => {
    const session = signedIn(request);
    const { person } = session;
    const tokens = provider ? await readTokens(pool, session) : undefined;
    await endSession(pool, person.id, session.id);
    cookies.dropSession(reply);
    await writeAudit(pool, { ...actorOf(request), action: 'sign out', subject: person.name });
    const elsewhere = provider && (await endOpenId(provider, settings.origin, tokens?.idToken));
    return { location: elsewhere ?? '/sign-in?problem=out' };
  });
}
