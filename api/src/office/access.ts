import { and, between, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type * as z from 'zod';
import { CALLER_HEADER, type Caller, readCaller } from '../../wire/office/caller';
import type { Endpoint } from '../../wire/office/endpoint';
import type { OFFICE } from '../../wire/office/office';
import { type AuditArea, mayDo } from '../../wire/office/words';
import type { Db, Queries } from '../db/database';
import { officeAudit } from '../db/tables/schema';
import { RefusedError } from '../errors';

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** @throws RefusedError for a call without a valid token, without the right, or without a required confirmation */
function checkCaller(token: unknown, secret: string, { right, confirmed }: Endpoint): Caller {
  const caller = typeof token === 'string' ? readCaller(token, secret) : undefined;
  if (!caller) throw new RefusedError(401, 'Office and API differ in OFFICE_API_SECRET or time: tell who runs them.');
  if (!mayDo(caller.rights, right))
    throw new RefusedError(403, 'You may not do this. Ask an owner for the right to it.');
  if (confirmed && !caller.confirmed) throw new RefusedError(428, 'Please confirm who you are, and try again.');
  return caller;
}

type Part<E, Name extends keyof Endpoint> = E extends { [N in Name]: infer S extends z.ZodType }
  ? z.output<S>
  : unknown;

/** Argument of an endpoint's handler: the caller, and the validated request. */
interface Given<E> {
  caller: Caller;
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: Part<E, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handlers = {
  [Call in keyof typeof OFFICE]: (
    given: Given<(typeof OFFICE)[Call]>,
  ) => Part<(typeof OFFICE)[Call], 'answer'> | Promise<Part<(typeof OFFICE)[Call], 'answer'>>;
};

export function serve(
  scope: FastifyInstance,
  secret: string,
  call: string,
  endpoint: Endpoint,
  handle: (given: Given<unknown>) => unknown,
): void {
  const [method, url = ''] = call.split(' ');
  const { params, query, body, mostBytes, answer } = endpoint;
  scope.route({
    method: method as HTTPMethods,
    url,
    ...(mostBytes && { bodyLimit: mostBytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(answer && { response: { 200: answer } }),
    },
    onRequest: async (request) => {
      request.caller = checkCaller(request.headers[CALLER_HEADER], secret, endpoint);
    },
    handler: async (request, reply) => {
      if (!request.caller) throw new Error(`${url} is not guarded.`);
      const { caller, params, query, body } = request;
      return handle({ caller, params, query, body, request, reply });
    },
  });
}

interface AuditEntry {
  area: AuditArea;
  action: string;
  record?: string | undefined;
  /** Without personal data. */
  detail?: Record<string, unknown> | undefined;
}

/** Records a caller's actions in the audit, within their transaction. */
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

/** Time of one visit: a screen refetches its record after changes, on focus, and while a reply is being sent. */
const VISIT = between(officeAudit.at, sql`now() - interval '15 minutes'`, sql`now()`);

/** Records that a caller views a record, once a visit. */
export async function auditVisit(db: Db, caller: Caller, entry: AuditEntry & { record: string }): Promise<void> {
  const { actorId, area, action, record } = officeAudit;
  const isVisit = [eq(area, entry.area), eq(record, entry.record), eq(action, entry.action), eq(actorId, caller.id)];
  if ((await db.$count(officeAudit, and(...isVisit, VISIT))) === 0) await audit(db, caller, entry);
}

/** Returns a record. @throws RefusedError 404 when there is none */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new RefusedError(404, 'This is not there, or not any more.');
  return record;
}

/** Response to a completed action. */
export const DONE = { done: true } as const;

/** Marks a response as a download. */
export const asFile = (reply: FastifyReply, name: string, type: string) =>
  reply.type(`${type}; charset=utf-8`).header('content-disposition', `attachment; filename="${name}"`);

/** Returns a complete list as a response. */
export const listed = <Row>(data: Row[]) => ({ data, total: data.length });

/** Most rows counted: ten pages of a screen. Counting 100,000 rows costs a hundred times as much as a page. */
const COUNTED = 250;

/**
 * Returns a page of a list with the total, counted up to ten pages or to the end of the requested page. `has_more`:
 * there are more than `total`.
 * @param from `from … where …` of the whole list
 * @param read returns the rows of the page
 */
export async function pageOf<Row>(
  db: Db,
  { page, perPage }: { page: number; perPage: number },
  from: SQL,
  read: (limit: number, offset: number) => Promise<Row[]>,
): Promise<{ data: Row[]; total: number; has_more?: boolean }> {
  const most = Math.max(COUNTED, page * perPage);
  const [data, counted] = await Promise.all([
    read(perPage, (page - 1) * perPage),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${from} limit ${most + 1}) some_rows`,
    ),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return total > most ? { data, total: most, has_more: true } : { data, total };
}

/** Whether a text has in it each word of what is searched for, in whichever order, capitals and accents or not. */
export const holds = (text: SQLWrapper, q: string): SQL => {
  const words = q.split(/\s+/).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const found = words.map((word) => sql`plain_letters(${text}) like plain_letters(${word})`);
  return sql.join(found, sql` and `);
};
