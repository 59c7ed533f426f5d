import { randomUUID } from 'node:crypto';
import { desc, eq, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Company, companySchema } from 'site/config';
import { navigationSchema } from 'site/navigation';
import * as z from 'zod';
import type { Caller } from '../../wire/office/caller';
import { FACTS, type FactName, siteQuerySchema, siteSchema } from '../../wire/office/facts';
import type { EditorPreview } from '../../wire/office/lists';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { factPreviews, siteFactRevisions, siteFacts } from '../db/tables/schema';
import { changedMeanwhile, RefusedError } from '../errors';
import { PREVIEW_MS } from '../posts/read';
import { audit, type Handlers, listed } from './access';

/** The checks of `company.json` and `navigation.json`. */
const CHECKS = { company: companySchema, navigation: navigationSchema } as const;

const KEPT = 100;

/** All facts as they are now. */
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

/** The paths that links of a value lead to. */
const linksIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'href' && typeof part === 'string' && part.startsWith('/') ? [part] : linksIn(part),
  );
};

/** Who saves waits for it. */
const PAGE_TIMEOUT_MS = 5_000;
/**
 * Asks the site for the page of each link that is new. A site that does not answer refuses nothing.
 * @throws RefusedError 422 that names the links which lead nowhere
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

/**
 * Changes a fact, or withdraws what the office changed (null): then the file counts again.
 * @throws RefusedError 409 when it is at another version, 422 when the value does not hold
 */
const changeFact = (db: Db, caller: Caller, name: FactName, given: { version: number; value?: unknown }) =>
  db.transaction(async (tx) => {
    const value = checked(name, given.value ?? null);
    const version = given.version + 1;
    const by = caller.name;
    // One of two first writers gets nowhere here; later ones wait for the row.
    const [row] =
      given.version === 0
        ? await tx.insert(siteFacts).values({ name, version, value, by }).onConflictDoNothing().returning()
        : await changeAt(tx, name, given.version, { version, value, by });
    if (!row) {
      const [there] = await tx.select().from(siteFacts).where(eq(siteFacts.name, name));
      throw changedMeanwhile(there, 'Load it again, and make your change once more.');
    }
    await tx.insert(siteFactRevisions).values({ id: randomUUID(), name, version, value, by });
    await audit(tx, caller, {
      area: 'facts',
      action: value === null ? 'withdraw' : 'change',
      record: name,
      detail: { version },
    });
    return row;
  });

async function changeAt(
  tx: Queries,
  name: FactName,
  version: number,
  next: { version: number; value: unknown; by: string },
) {
  const [there] = await tx.select().from(siteFacts).where(eq(siteFacts.name, name)).for('update');
  if (there?.version !== version) return [];
  return tx
    .update(siteFacts)
    .set({ ...next, at: new Date() })
    .where(eq(siteFacts.name, name))
    .returning();
}

/** The last versions of a fact, newest first; any of them can be sent again. */
async function revisionsOf(db: Db, name: FactName) {
  const rows = await db
    .select()
    .from(siteFactRevisions)
    .where(eq(siteFactRevisions.name, name))
    .orderBy(desc(siteFactRevisions.version))
    .limit(KEPT);
  return listed(rows);
}

/** Until when a preview shows its value. */
const endOf = ({ createdAt }: Pick<typeof factPreviews.$inferSelect, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + PREVIEW_MS);

/** Stores a value for a preview, and removes what is over. @throws RefusedError 422 */
async function storePreview(db: Db, caller: Caller, name: FactName, given: unknown): Promise<EditorPreview> {
  const value = checked(name, given);
  await db
    .delete(factPreviews)
    .where(lt(factPreviews.createdAt, sql`now() - ${PREVIEW_MS} * interval '1 millisecond'`));
  const [row] = await db.insert(factPreviews).values({ id: randomUUID(), name, value, by: caller.name }).returning();
  if (!row) throw new Error('The preview was not stored.');
  return { path: `/?preview=content-${row.id}`, until: endOf(row) };
}

/** A preview that is not over; undefined otherwise. */
async function findPreview(db: Db, id: string) {
  const [row] = await db.select().from(factPreviews).where(eq(factPreviews.id, id));
  if (!row) return undefined;
  const until = endOf(row);
  return until.getTime() < Date.now() ? undefined : { name: row.name, value: row.value, by: row.by, until };
}

/** The company's facts and the menu, for owners. */
export const factCalls = ({ db, config: { siteOrigins } }: Context) =>
  ({
    'GET /facts': async () => listed(await readFacts(db)),
    'PUT /facts/:name': async ({ caller, params: { name }, body }) => {
      await requirePages(db, siteOrigins[0], name, body.value);
      return changeFact(db, caller, name, body);
    },
    'POST /facts/:name/previews': ({ caller, params, body }) => storePreview(db, caller, params.name, body.value),
    'GET /facts/:name/revisions': ({ params }) => revisionsOf(db, params.name),
  }) satisfies Partial<Handlers>;

/** Composers need no addresses of mails, and those of before do not know them. */
const forSite = (company: unknown): unknown => {
  if (company === null) return null;
  const { mail: _notPublic, ...facts } = company as Company;
  return facts;
};

/** `GET /site`: what the office changed, for composers. Nothing in it is secret, so that they need no token. */
export async function siteRoute(plain: FastifyInstance, { db }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/site',
    { logLevel: 'warn', schema: { querystring: siteQuerySchema, response: { 200: siteSchema, 304: z.void() } } },
    async (request, reply) => {
      const facts = await readFacts(db);
      const changed = (name: string) => facts.find((fact) => fact.name === name)?.value ?? null;
      const { preview: id } = request.query;
      const preview = id && (await findPreview(db, id));
      if (id && !preview) throw new RefusedError(404, 'This preview is over. Make another one in the office.');
      if (preview) {
        const { name, value, by, until } = preview;
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
