import { createPreview, previewsOf, withdrawPreview } from '@wholepage/releases/preview/preview';
import { RefusedError } from '@wholepage/sign-in/errors';
import { holds } from '@wholepage/sign-in/rights';
import type { Session } from '@wholepage/sign-in/sessions';
import { signedIn } from '@wholepage/sign-in/sessions';
import { writeAudit } from '@wholepage/sign-in/tables';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ConsoleContext } from '../context';
import { RIGHTS } from '../rights';
import type { ConsoleSettings } from '../settings';
import { previewSummary, readPreviews } from '../views/previews';

const HOUR_MS = 3_600_000;
const app = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the name of an app');
const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, 'must be a version');
const wantedSchema = z.object({
  releases: z.record(app, version).refine((found) => Object.keys(found).length <= 20, 'holds more than 20 apps'),
  hours: z.number().int().min(1).max(168),
});
const idSchema = z.object({ id: z.string().regex(/^[\w-]{22}$/, 'must be the id of a preview') });

function requireRights({ person }: Session, apps: readonly string[]): void {
  for (const name of apps)
    if (!holds(RIGHTS, person.rights, 'releaser', name))
      throw new RefusedError(403, `You need the right "releaser:${name}" for this.`);
}

/** Previews: who holds now, a new one, the end of one. */
export function previewRoutes(
  server: FastifyInstance,
  { pool, place, store }: ConsoleContext,
  settings: ConsoleSettings,
): void {
  const viewer = { config: { access: { right: 'viewer' } }, bodyLimit: 8_192 } as const;
  server.get('/api/previews', viewer, async () => ({ previews: await readPreviews(store, settings) }));
  server.post('/api/previews', viewer, async (request) => {
    const session = signedIn(request);
    const { releases, hours } = wantedSchema.parse(request.body);
    requireRights(session, Object.keys(releases));
    const by = session.person.name;
    const preview = await createPreview(place, releases, { by, lastsMs: hours * HOUR_MS });
    const detail = { releases, until: preview.until };
    await writeAudit(pool, {
      actor: by,
      action: 'preview',
      subject: Object.keys(releases).join(' '),
      detail,
      address: request.ip,
    });
    return previewSummary(store, preview, settings);
  });
  server.post('/api/previews/:id/withdraw', viewer, async (request) => {
    const session = signedIn(request);
    const { id } = idSchema.parse(request.params);
    const preview = (await previewsOf(store)).find((one) => one.id === id);
    if (!preview) throw new RefusedError(404, 'There is no such preview any more.');
    const apps = Object.keys(preview.releases);
    requireRights(session, apps);
    await withdrawPreview(place, id);
    const entry = { actor: session.person.name, action: 'withdraw preview', subject: apps.join(' ') };
    await writeAudit(pool, { ...entry, detail: { releases: preview.releases }, address: request.ip });
    return {};
  });
}
