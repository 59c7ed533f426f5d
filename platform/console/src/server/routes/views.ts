import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ConsoleContext } from '../context';
import { readApp, stepSummary } from '../views/app-details';
import { readEvidenceDetails } from '../views/evidence';
import { readReleaseDetails } from '../views/release-details';
import { readOverview } from '../views/summary';

const app = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the name of an app');
const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, 'must be a version');
const appSchema = z.object({ app });
const releaseSchema = z.object({ app, version });
const historySchema = z.object({
  app: app.optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** What the console shows, as JSON. */
export function viewRoutes(server: FastifyInstance, context: ConsoleContext): void {
  const viewer = { config: { access: { right: 'viewer' } } } as const;
  server.get('/api/overview', viewer, async () => readOverview(context));
  server.get('/api/history', viewer, async (request) => ({
    history: (await context.steps.newest(historySchema.parse(request.query))).map(stepSummary),
  }));
  server.get('/api/apps/:app', viewer, async (request) => readApp(context, appSchema.parse(request.params).app));
  server.get('/api/apps/:app/releases/:version', viewer, async (request) => {
    const release = releaseSchema.parse(request.params);
    return readReleaseDetails(context, release.app, release.version);
  });
  server.get('/api/apps/:app/evidence/:version', viewer, async (request) => {
    const release = releaseSchema.parse(request.params);
    return readEvidenceDetails(context, release.app, release.version);
  });
}
