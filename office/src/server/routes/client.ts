import { readFile } from 'node:fs/promises';
import { listPeople } from '@wholepage/sign-in/people';
import { signedIn } from '@wholepage/sign-in/signed-in';
import type { FastifyInstance } from 'fastify';
import type { Client } from '../client-files';
import type { OfficeContext } from '../context';

const PAGES = [
  '/',
  ...['/enquiries', '/enquiries/:id', '/templates'],
  ...['/enrolments', '/orders/:id', '/courses'],
  ...['/posts', '/posts/new', '/posts/:id'],
  ...['/facts', '/facts/:name'],
  ...['/people', '/data-protection', '/audit', '/account'],
];

/** The client program, its page, and what it has to know beside the API's data. */
export function clientRoutes(server: FastifyInstance, { page, files }: Client, context: OfficeContext): void {
  const { settings, pool } = context;
  for (const path of PAGES) {
    server.get(path, { config: { access: 'member' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page),
    );
  }
  server.get<{ Params: { file: string } }>(
    '/assets/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.callNotFound();
      // Named by their content.
      return reply.type(file.type).header('cache-control', 'public, max-age=31536000, immutable').send(file.bytes);
    },
  );
  server.get('/healthz', { config: { access: 'health' } }, async () => ({ ok: true }));

  server.get('/settings', { config: { access: 'member' } }, async (request) => {
    const { id } = signedIn(request).person;
    const { siteOrigin, timeZone } = settings;
    return { id, siteOrigin, timeZone };
  });
  server.get('/colleagues', { config: { access: { right: 'desk' } } }, async () => {
    const people = await listPeople(pool);
    const desk = people.filter(({ rights, endedAt }) => !endedAt && rights.some((right) => right !== 'writer'));
    return { data: desk.map(({ id, name }) => ({ id, name })) };
  });
  // What counts until the office changes it, to begin with.
  server.get('/fact-files', { config: { access: { right: 'owner' } } }, async () => {
    const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
    const [company, navigation] = await Promise.all([read(settings.companyFile), read(settings.navigationFile)]);
    return { company, navigation };
  });
}
