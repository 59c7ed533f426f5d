import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { guardOffice } from './access/guard';
import { attentionRoutes } from './attention/routes';
import { auditRoutes } from './audit/routes';
import { postRoutes } from './blog/routes';
import { courseRoutes } from './courses/routes';
import { factRoutes } from './facts/routes';
import { enquiryRoutes } from './inbox/routes/enquiries';
import { replyRoutes } from './inbox/routes/replies';
import { streamRoutes } from './inbox/routes/streams';
import { peopleRoutes } from './people/routes';

const AREAS = [
  enquiryRoutes,
  replyRoutes,
  streamRoutes,
  courseRoutes,
  postRoutes,
  factRoutes,
  peopleRoutes,
  attentionRoutes,
  auditRoutes,
];

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
