import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { guardOffice } from './access/guard';
import { auditRoutes } from './audit/routes';
import { enquiryRoutes } from './inbox/routes/enquiries';
import { replyRoutes } from './inbox/routes/replies';
import { streamRoutes } from './inbox/routes/streams';

const AREAS = [enquiryRoutes, replyRoutes, streamRoutes, auditRoutes];

/** The calls of the office, each for callers with a right to it. Without a secret there is no office. */
export async function officeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { officeSecret } = context;
  if (officeSecret === undefined) return;
  await app.register(
    async (scope) => {
      guardOffice(scope, officeSecret);
      for (const area of AREAS) await scope.register(async (room) => area(room, context));
    },
    { prefix: '/office' },
  );
}
