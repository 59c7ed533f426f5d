import { RefusedError } from '@wholepage/sign-in/errors';
import { holds } from '@wholepage/sign-in/rights';
import { signedIn } from '@wholepage/sign-in/sessions';
import { writeAudit } from '@wholepage/sign-in/tables';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ConsoleContext } from '../context';
import { expectCause, readCause, readCauses } from '../observed/read-causes';
import { readFragments } from '../observed/read-fragments';
import { readPages } from '../observed/read-pages';
import { RIGHTS } from '../rights';
import { readLiveReleases } from '../views/live-releases';

const MOST_DAYS = 90;
const days = z.coerce.number().int().min(1).max(MOST_DAYS).default(7);
const app = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the name of an app');
const causesSchema = z.object({ app: app.optional(), days });
const pagesSchema = causesSchema.extend({
  version: z.string().max(100).optional(),
  device: z.enum(['desktop', 'phone']).optional(),
});
const idSchema = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, 'must be the id of an error') });
const expectSchema = z.object({ why: z.string().trim().max(500), isExpected: z.boolean() });

/** What composers saw: errors by cause, and pages. */
export function observedRoutes(server: FastifyInstance, { pool, store }: ConsoleContext): void {
  const viewer = { config: { access: { right: 'viewer' } } } as const;
  server.get('/api/errors', viewer, async (request) => ({
    causes: await readCauses(pool, causesSchema.parse(request.query)),
  }));
  server.get('/api/errors/:id', viewer, async (request) => readCause(pool, store, idSchema.parse(request.params).id));
  server.get('/api/fragments', viewer, async () => ({
    fragments: await readFragments(pool, await readLiveReleases(store)),
  }));
  server.get('/api/pages', viewer, async (request) => readPages(pool, pagesSchema.parse(request.query)));
  server.post('/api/errors/:id/expected', { ...viewer, bodyLimit: 4_096 }, async (request) => {
    const { person } = signedIn(request);
    const { id } = idSchema.parse(request.params);
    const { why, isExpected } = expectSchema.parse(request.body);
    const cause = await readCause(pool, store, id);
    if (!holds(RIGHTS, person.rights, 'releaser', cause.app))
      throw new RefusedError(403, `You need the right "releaser:${cause.app}" for this.`);
    const expected = isExpected ? { by: person.name, at: new Date().toISOString(), why } : null;
    await expectCause(pool, id, expected);
    const action = isExpected ? 'expect error' : 'expect error no longer';
    await writeAudit(pool, {
      actor: person.name,
      action,
      subject: cause.app,
      detail: { id, why },
      address: request.ip,
    });
    return readCause(pool, store, id);
  });
}
