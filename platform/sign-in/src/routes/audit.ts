import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SignInContext } from '../server/context';
import { readAudit } from '../store/audit';

const querySchema = z.object({
  subject: z.string().max(200).optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** The audit, newest first. Nothing changes it. */
export function auditRoutes(app: FastifyInstance, { pool, audits }: SignInContext): void {
  app.get('/sign-in/audit', { config: { access: { right: audits } } }, async (request) => ({
    entries: await readAudit(pool, querySchema.parse(request.query)),
  }));
}
