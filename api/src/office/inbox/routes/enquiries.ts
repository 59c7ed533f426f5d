import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  bulkSchema,
  countSchema,
  enquiryListQuery,
  enquiryListSchema,
  enquiryPatchSchema,
  enquirySchema,
  idsSchema,
} from '../../../../wire/office/inbox';
import type { Context } from '../../../context';
import { audit, callerOf, found } from '../../access';
import { changeEnquiries } from '../enquiries/change';
import { deleteEnquiries } from '../enquiries/delete';
import { listEnquiries } from '../enquiries/list';
import { readEnquiry } from '../enquiries/read';

const config = { rights: ['desk'] as const };
const params = z.object({ id: z.uuid() });

/** Lists, reads, changes and erases enquiries. */
export async function enquiryRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, outgoing, files, config: settings } = context;
  const { db } = database;
  const erasing = { db, files, dataDir: settings.dataDir };

  app.get(
    '/enquiries',
    { config, schema: { querystring: enquiryListQuery, response: { 200: enquiryListSchema } } },
    (request) => listEnquiries(db, request.query),
  );
  app.get('/enquiries/:id', { config, schema: { params, response: { 200: enquirySchema } } }, async (request) => {
    const { id } = request.params;
    const enquiry = found(await readEnquiry(db, id));
    await audit(db, callerOf(request), { area: 'inbox', action: 'open', record: id });
    return enquiry;
  });
  app.patch(
    '/enquiries/:id',
    { config, schema: { params, body: enquiryPatchSchema, response: { 200: enquirySchema } } },
    async (request) => {
      const { id } = request.params;
      await changeEnquiries({ db, outgoing }, callerOf(request), [id], request.body);
      return found(await readEnquiry(db, id));
    },
  );
  app.delete('/enquiries/:id', { config, schema: { params, response: { 200: countSchema } } }, async (request) => {
    const count = await deleteEnquiries(erasing, callerOf(request), [request.params.id]);
    found(count || undefined);
    return { count };
  });
  app.post(
    '/enquiries/change',
    { config, schema: { body: bulkSchema, response: { 200: countSchema } } },
    async (request) => ({
      count: await changeEnquiries({ db, outgoing }, callerOf(request), request.body.ids, request.body.set),
    }),
  );
  app.post(
    '/enquiries/delete',
    { config: { ...config, confirmed: true }, schema: { body: idsSchema, response: { 200: countSchema } } },
    async (request) => ({ count: await deleteEnquiries(erasing, callerOf(request), request.body.ids) }),
  );
}
