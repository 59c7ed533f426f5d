import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  draftSchema,
  enquirySchema,
  newNoteSchema,
  newReplySchema,
  newTemplateSchema,
  noteSchema,
  templateSchema,
} from '../../../../wire/office/inbox';
import { doneSchema, listOf } from '../../../../wire/office/lists';
import type { Context } from '../../../context';
import { callerOf, found } from '../../access';
import { readEnquiry } from '../enquiries/read';
import { addNote, removeNote } from '../notes';
import { sendReply } from '../replies/send';
import { addTemplate, changeTemplate, draftReply, listTemplates, removeTemplate } from '../replies/templates';

const config = { rights: ['desk'] as const };
const params = z.object({ id: z.uuid() });

/** Notes on enquiries, replies to them, and the templates of replies. */
export async function replyRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, outgoing, owner, config: settings } = context;
  const { db } = database;
  const replyTo = settings.mailTo ?? owner.email;

  app.post(
    '/enquiries/:id/notes',
    { config, schema: { params, body: newNoteSchema, response: { 200: noteSchema } } },
    async (request) => found(await addNote(db, callerOf(request), request.params.id, request.body.text)),
  );
  app.delete(
    '/enquiries/:id/notes/:note',
    { config, schema: { params: params.extend({ note: z.uuid() }), response: { 200: doneSchema } } },
    async (request) => {
      const { id, note } = request.params;
      found((await removeNote(db, callerOf(request), id, note)) || undefined);
      return { done: true as const };
    },
  );
  app.post(
    '/enquiries/:id/replies',
    { config, schema: { params, body: newReplySchema, response: { 200: enquirySchema } } },
    async (request) => {
      const { id } = request.params;
      found((await sendReply({ db, outgoing, replyTo }, callerOf(request), id, request.body)) || undefined);
      return found(await readEnquiry(db, id));
    },
  );
  app.get(
    '/enquiries/:id/draft',
    { config, schema: { params, querystring: z.object({ template: z.uuid() }), response: { 200: draftSchema } } },
    async (request) =>
      found(
        await draftReply(db, {
          enquiryId: request.params.id,
          templateId: request.query.template,
          company: owner.name,
          me: callerOf(request).name,
        }),
      ),
  );

  app.get('/reply-templates', { config, schema: { response: { 200: listOf(templateSchema) } } }, async () => {
    const data = await listTemplates(db);
    return { data, total: data.length };
  });
  app.post(
    '/reply-templates',
    { config, schema: { body: newTemplateSchema, response: { 200: templateSchema } } },
    async (request) => found(await addTemplate(db, callerOf(request), request.body)),
  );
  app.put(
    '/reply-templates/:id',
    { config, schema: { params, body: newTemplateSchema, response: { 200: templateSchema } } },
    async (request) => found(await changeTemplate(db, callerOf(request), request.params.id, request.body)),
  );
  app.delete('/reply-templates/:id', { config, schema: { params, response: { 200: doneSchema } } }, async (request) => {
    found((await removeTemplate(db, callerOf(request), request.params.id)) || undefined);
    return { done: true as const };
  });
}
