import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { auditListQuery, auditListSchema } from '../../../wire/office/audit';
import type { Context } from '../../context';
import { listAudit } from './list';

/** What people of the office did. Rows are added by what they did, and nothing changes or removes one. */
export async function auditRoutes(plain: FastifyInstance, { database }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/audit',
    { config: { rights: ['owner'] }, schema: { querystring: auditListQuery, response: { 200: auditListSchema } } },
    (request) => listAudit(database.db, request.query),
  );
}
