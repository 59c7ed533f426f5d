import { randomUUID } from 'node:crypto';
import { desc, eq, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Company, companySchema } from 'site/config';
import { navigationSchema } from 'site/navigation';
import * as z from 'zod';
import { FACTS, type FactName, siteQuerySchema, siteSchema } from '../../wire/office/facts';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { factPreviews, siteFactRevisions, siteFacts } from '../db/tables/schema';
import { changedMeanwhile, RefusedError } from '../errors';
import { PREVIEW_MS } from '../posts/read';
import { audit, found, type Handlers, listed } from './access';

const CHECKS = { company: companySchema, navigation: navigationSchema } as const;

const KEPT = 100;

async function readFacts(db: Queries) {
  const rows = await db.select().from(siteFacts);
  return FACTS.map(
    (name) => rows.find((row) => row.name === name) ?? { name, version: 0, value: null, at: null, by: null },
  );
}

const checked = (name: FactName, value: unknown): unknown => {
  if (value === null) return null;
  const parsed = CHECKS[name].safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new RefusedError(422, `${name} is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message}.`);
};

/** Returns the paths that a value links to. */
const linksIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'href' && typeof part === 'string' && part.startsWith('/') ? [part] : linksIn(part),
  );
};

/** Timeout of a page; the person who saves waits for it. */
const PAGE_TIMEOUT_MS = 5_000;
/**
 * Fetches the page of each new link. A site that does not answer refuses nothing.
 * @throws RefusedError 422 that names links without a page
 */
async function requirePages(db: Db, site: string, name: FactName, value: unknown): Promise<void> {
  const known = new Set(linksIn((await readFacts(db)).find((fact) => fact.name === name)?.value));
  const added = [...new Set(linksIn(value))].filter((href) => !known.has(href));
  const lost = await Promise.all(
    added.map(async (href) => {
      const asked = fetch(new URL(href, site), { method: 'HEAD', signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
      return asked.then(({ status }) => (status === 404 || status === 410 ? [href] : [])).catch(() => []);
    }),
  );
  const [first, ...more] = lost.flat();
  if (first === undefined) return;
  const places = [first, ...more].join(', ');
  throw new RefusedError(422, `The site has no page at ${places}. Mend the path, or make the page first.`);
}

export const factCalls = ({ db, config: { siteOrigins } }: Context) =>
  ({
    'GET /facts': async () => listed(await readFacts(db)),
    /** A null value withdraws the office's edit and restores the file. */
    'PUT /facts/:name': async ({ caller, params: { name }, body }) => {
      const value = checked(name, body.value ?? null);
      await requirePages(db, siteOrigins[0], name, value);
      return db.transaction(async (tx) => {
        const isOne = eq(siteFacts.name, name);
        const [there] = await tx.select().from(siteFacts).where(isOne).for('update');
        const version = body.version + 1;
        const next = { version, value, by: caller.name };
        const isAsRead = (there?.version ?? 0) === body.version;
        // Of two first writers one inserts nothing here; later writers wait for the row's lock.
        const write = there
          ? tx
              .update(siteFacts)
              .set({ ...next, at: new Date() })
              .where(isOne)
          : tx
              .insert(siteFacts)
              .values({ name, ...next })
              .onConflictDoNothing();
        const [row] = isAsRead ? await write.returning() : [];
        if (!row) {
          const [first] = await tx.select().from(siteFacts).where(isOne);
          throw changedMeanwhile(first, 'Load it again, and make your change once more.');
        }
        await tx.insert(siteFactRevisions).values({ id: randomUUID(), name, ...next });
        const action = value === null ? 'withdraw' : 'change';
        await audit(tx, caller, { area: 'facts', action, record: name, detail: { version } });
        return row;
      });
    },
    /** Stores a value for a preview, and removes expired ones. */
    'POST /facts/:name/previews': async ({ caller, params: { name }, body }) => {
      const value = checked(name, body.value);
      const isOver = lt(factPreviews.createdAt, sql`now() - ${PREVIEW_MS} * interval '1 millisecond'`);
      await db.delete(factPreviews).where(isOver);
      const [row] = await db
        .insert(factPreviews)
        .values({ id: randomUUID(), name, value, by: caller.name })
        .returning();
      const { id, createdAt } = found(row);
      return { path: `/?preview=content-${id}`, until: new Date(createdAt.getTime() + PREVIEW_MS) };
    },
    'GET /facts/:name/revisions': async ({ params: { name } }) => {
      const { version, name: of } = siteFactRevisions;
      const kept = db.select().from(siteFactRevisions).where(eq(of, name));
      return listed(await kept.orderBy(desc(version)).limit(KEPT));
    },
  }) satisfies Partial<Handlers>;

/** Removes mail addresses, which composers do not need. */
const forSite = (company: unknown): unknown => {
  if (company === null) return null;
  const { mail: _notPublic, ...facts } = company as Company;
  return facts;
};

/** `GET /site`: the office's edits, for composers. They are public, so that no token is needed. */
export async function siteRoute(plain: FastifyInstance, { db }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/site',
    { logLevel: 'warn', schema: { querystring: siteQuerySchema, response: { 200: siteSchema, 304: z.void() } } },
    async (request, reply) => {
      const facts = await readFacts(db);
      const changed = (name: string) => facts.find((fact) => fact.name === name)?.value ?? null;
      const { preview: id } = request.query;
      if (id) {
        const [preview] = await db.select().from(factPreviews).where(eq(factPreviews.id, id));
        const until = new Date((preview?.createdAt.getTime() ?? 0) + PREVIEW_MS);
        if (!preview || until.getTime() < Date.now())
          throw new RefusedError(404, 'This preview is over. Make another one in the office.');
        const { name, value, by } = preview;
        const edits = { company: changed('company'), navigation: changed('navigation'), [name]: value };
        reply.header('cache-control', 'no-store');
        return { version: '', ...edits, company: forSite(edits.company), preview: { by, until } };
      }
      const version = facts.map((fact) => `${fact.name}:${fact.version}`).join(',');
      const etag = `"${version}"`;
      reply.header('etag', etag).header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined);
      return { version, company: forSite(changed('company')), navigation: changed('navigation') };
    },
  );
}
