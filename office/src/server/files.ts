import { Readable } from 'node:stream';
import { RefusedError } from '@wholepage/sign-in/errors';
import { signedIn } from '@wholepage/sign-in/sessions';
import { CALLER_HEADER, sealed, signCaller, unsealed } from 'api-wire/office/caller';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { OfficeSettings } from './settings';

const paramsSchema = z.object({ enquiry: z.uuid(), file: z.uuid() });
const ticketSchema = paramsSchema.extend({ id: z.string(), name: z.string(), until: z.number() });

const USE = 'office-file';
const LIFE_MS = 60_000;
/** Timeout of the response's headers. The body may take as long as the reader's line needs. */
const TIMEOUT_MS = 20_000;
const GONE = 'This address has expired. Open the file from the enquiry again.';
/** Policy of a visitor's file: it runs no code and loads nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

function readTicket(text: string, secret: string) {
  const ticket = ticketSchema.safeParse(unsealed(USE, text, secret));
  if (!ticket.success || ticket.data.until < Date.now()) throw new RefusedError(404, GONE);
  return ticket.data;
}

/** Routes of visitors' files: a session gets an address for a minute, at an origin without sessions. */
export function fileRoutes(app: FastifyInstance, settings: OfficeSettings): void {
  const { apiSecret: secret } = settings;
  app.get('/enquiry-files/:enquiry/:file', { config: { access: { right: 'desk' } } }, async (request, reply) => {
    const { enquiry, file } = paramsSchema.parse(request.params);
    const { id, name } = signedIn(request).person;
    const ticket = sealed(USE, { enquiry, file, id, name, until: Date.now() + LIFE_MS }, secret);
    return reply.redirect(`${settings.filesOrigin}/files/${ticket}`, 303);
  });

  app.get<{ Params: { ticket: string } }>(
    '/files/:ticket',
    { config: { access: 'health' } },
    async (request, reply) => {
      // `health` routes answer at any address, but files only at their own origin.
      if (request.host !== new URL(settings.filesOrigin).host) return reply.callNotFound();
      const { enquiry, file, id, name } = readTicket(request.params.ticket, secret);
      const headers = { [CALLER_HEADER]: signCaller({ id, name, rights: ['desk'] }, secret) };
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS);
      const url = `${settings.apiOrigin}/office/enquiries/${enquiry}/files/${file}`;
      const asked = fetch(url, { headers, signal: waiting.signal }).finally(() => clearTimeout(timer));
      const answer = await asked.catch((error: unknown) => {
        throw new RefusedError(503, 'The file cannot be read now. Try again in a minute.', undefined, { cause: error });
      });
      if (!answer.ok || !answer.body) throw new RefusedError(404, 'This file is not there any more.');
      for (const header of ['content-type', 'content-length', 'content-disposition']) {
        const value = answer.headers.get(header);
        if (value) reply.header(header, value);
      }
      return reply
        .headers({
          'content-security-policy': POLICY,
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]));
    },
  );
}
