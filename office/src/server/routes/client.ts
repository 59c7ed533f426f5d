import { readFile } from 'node:fs/promises';
import { listPeople } from '@wholepage/sign-in/people';
import { signedIn } from '@wholepage/sign-in/sessions';
import type { Client } from '@wholepage/staff-kit/client-files';
import { clientRoutes } from '@wholepage/staff-kit/client-routes';
import type { FastifyInstance } from 'fastify';
import type { OfficeContext } from '../context';

const PAGES = [
  '/',
  ...['/enquiries', '/enquiries/:id', '/templates'],
  ...['/enrolments', '/enrolments/:id', '/orders/:id', '/courses'],
  ...['/posts', '/posts/new', '/posts/:id'],
  ...['/facts', '/facts/:name'],
  ...['/people', '/data-protection', '/audit', '/account'],
];

/** The client program, its page, and what it has to know beside the API's data. */
export function officeRoutes(server: FastifyInstance, client: Client, { settings, pool }: OfficeContext): void {
  clientRoutes(server, { client, paths: PAGES, checkReady: () => pool.query('select 1') });

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
