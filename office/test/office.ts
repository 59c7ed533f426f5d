import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { invite } from '@wholepage/sign-in/people';
import { openStaffDatabase } from '@wholepage/staff-kit/server';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { buildApp } from '../src/server/app';
import { readOfficeSettings } from '../src/server/settings';
import { OFFICE } from '../src/service';

export const SECRET = 'a secret of tests, of thirty-two letters';
const ORIGIN = 'http://localhost:4400';
export const FILES = 'http://127.0.0.1:4400';
const HEADERS = { host: 'localhost:4400', origin: ORIGIN, accept: 'application/json' };

export interface TestPerson {
  id: string;
  cookie: string;
  csrf: string;
}

/** Starts an office with an API that records its requests. */
export async function startOffice(answer: (api: FastifyInstance) => void) {
  const asked: FastifyRequest[] = [];
  const api: FastifyInstance = Fastify();
  api.addHook('preHandler', async (request) => {
    asked.push(request);
  });
  answer(api);
  await api.listen({ port: 0, host: 'localhost' });
  const database = await createTestDatabase();
  const { pool, close } = await openStaffDatabase(OFFICE, { databaseUrl: database.url, dataDir: '' }, () => undefined);
  const settings = readOfficeSettings({
    OFFICE_PORT: '4400',
    OFFICE_API_SECRET: SECRET,
    API_PRIVATE_ORIGIN: `http://localhost:${(api.server.address() as AddressInfo).port}`,
  });
  const files = new Map([['a.css', { bytes: Buffer.from('a{}'), type: 'text/css' }]]);
  const client = { page: '<!doctype html>', files, assets: { script: '/assets/a.js', styles: '/assets/a.css' } };
  const app = await buildApp({ settings, pool, client });
  await app.ready();

  const person = async (name: string, right: string): Promise<TestPerson> => {
    const link = await invite(pool, { name, rights: [right], actor: 'a test', model: OFFICE.rights, origin: ORIGIN });
    const signed = await app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URL(link).searchParams.toString(),
    });
    const cookie = signed.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
    const headers = { ...HEADERS, cookie };
    const { csrf, person } = JSON.parse((await app.inject({ url: '/sign-in/me', headers })).body);
    return { cookie, csrf, id: person.id };
  };
  const call = async (
    method: 'GET' | 'POST' | 'DELETE' | 'PUT',
    url: string,
    { cookie, csrf }: Partial<TestPerson> = {},
    more: { headers?: Record<string, string>; payload?: string } = {},
  ) =>
    app.inject({
      method,
      url,
      headers: {
        ...HEADERS,
        ...(cookie && { cookie }),
        ...(csrf && { 'x-csrf-token': csrf }),
        ...(more.payload !== undefined && { 'content-type': 'application/json' }),
        ...more.headers,
      },
      ...(more.payload !== undefined && { payload: more.payload }),
    });
  return {
    app,
    pool,
    asked,
    person,
    call,
    stopApi: () => api.close(),
    close: async () => {
      await app.close();
      await api.close();
      await close();
      await database.close();
    },
  };
}
