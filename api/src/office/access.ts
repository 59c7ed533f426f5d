import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALLER_HEADER, type Caller, type OfficeRight, readCaller } from '../../wire/office/caller';
import type { Db, Queries } from '../db/database';
import { officeAudit } from '../db/tables/schema';
import { RefusedError } from '../errors';

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

/** What somebody did, or looked at. */
interface AuditEntry {
  area: 'inbox' | 'courses' | 'blog' | 'facts' | 'people';
  action: string;
  /** Id of what it was done to. */
  record?: string | undefined;
  /** Without personal data. */
  detail?: Record<string, unknown> | undefined;
}

/** Notes what a caller does, within the transaction that does it. */
export async function audit(queries: Queries, caller: Caller, entries: AuditEntry | AuditEntry[]): Promise<void> {
  const rows = [entries].flat().map(({ area, action, record, detail }) => ({
    actorId: caller.id,
    actor: caller.name,
    area,
    action,
    record: record ?? null,
    detail: detail ?? null,
  }));
  if (rows.length > 0) await queries.insert(officeAudit).values(rows);
}

/** @throws RefusedError 404 when a record is not there */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new RefusedError(404, 'This is not there, or not any more.');
  return record;
}

/** A row with its moment as programs read it. Schemas of answers leave out what they do not name. */
export const dated = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({
  ...row,
  created_at: createdAt.toISOString(),
});

/** The answer to what was done. @throws RefusedError 404 when there was nothing to do it to */
export function done(wasThere: boolean): { done: true } {
  found(wasThere || undefined);
  return { done: true };
}

/** Ten pages of a screen. To count 100,000 rows, or all that fit a search, costs a hundred times what a page costs. */
const COUNTED = 250;

/** How many there are in all; with `has_more` there are more than `total`. */
export interface Total {
  total: number;
  has_more?: boolean;
}

interface Page {
  page: number;
  perPage: number;
}

/**
 * Counts as far as somebody reads: ten pages, or to the end of the page that is asked for.
 * @param countUpTo counts no further than its limit
 */
export async function totalOf({ page, perPage }: Page, countUpTo: (limit: number) => Promise<number>): Promise<Total> {
  const most = Math.max(COUNTED, page * perPage);
  const found = await countUpTo(most + 1);
  return found > most ? { total: most, has_more: true } : { total: found };
}

/** The total of a list of one table. */
export const totalOfTable = (db: Db, table: PgTable, where: SQL | undefined, page: Page): Promise<Total> =>
  totalOf(page, (limit) =>
    db.$count(
      db
        .select({ one: sql`1`.as('one') })
        .from(table)
        .where(where)
        .limit(limit)
        .as('some'),
    ),
  );
