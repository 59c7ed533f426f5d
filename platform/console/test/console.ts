import type { AddressInfo } from 'node:net';
import type { ServiceDatabase } from '@wholepage/database/service-database';
import { createTestDatabase, type Template } from '@wholepage/database/testing/test-database';
import { environmentTrust } from '@wholepage/releases/settings';
import { newStore } from '@wholepage/releases/testing/built-release';
import { invite } from '@wholepage/sign-in/people';
import { openStaffDatabase } from '@wholepage/staff-kit/server';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { RIGHTS } from '../src/rights';
import { buildApp } from '../src/server/app';
import { readConsoleSettings } from '../src/server/settings';
import { CONSOLE } from '../src/service';

/** A console for tests, with stores and a database of its own. */
export interface TestConsole {
  app: FastifyInstance;
  storeUrl: string;
  pool: ServiceDatabase['pool'];
  /** Store of evidence, digests and source maps. */
  privateStoreUrl: string;
  /** Signs a new person in. */
  person(name: string, right: string): Promise<TestPerson>;
  /** Makes the console listen. @returns its port */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface TestPerson {
  cookie: string;
  get<T>(path: string): Promise<{ status: number; body: T }>;
  post(
    path: string,
    body: Record<string, unknown>,
  ): Promise<{ status: number; body: { message?: string; code?: string } }>;
  step(step: Record<string, unknown>): Promise<{ status: number; body: { message?: string; code?: string } }>;
}

const ORIGIN = 'http://localhost:4300';
const HEADERS = { host: 'localhost:4300', origin: ORIGIN, accept: 'application/json' };

const openDatabase = (databaseUrl: string) => openStaffDatabase(CONSOLE, { databaseUrl, dataDir: '' }, () => undefined);

/** Tables as a first start creates them. */
export const TABLES: Template = { name: 'console_tables', fill: async (url) => (await openDatabase(url)).close() };

export async function startConsole(logger?: FastifyServerOptions['loggerInstance']): Promise<TestConsole> {
  const storeUrl = await newStore();
  const privateStoreUrl = await newStore();
  const database = await createTestDatabase(TABLES);
  const { pool, close } = await openDatabase(database.url);
  const settings = readConsoleSettings({
    CONSOLE_PORT: '4300',
    RELEASES_URL: storeUrl,
    PRIVATE_STORE_URL: privateStoreUrl,
  });
  const client = {
    page: '<!doctype html>',
    files: new Map(),
    assets: { script: '/assets/a.js', styles: '/assets/a.css' },
  };
  const app = await buildApp({
    settings,
    pool,
    client,
    trust: environmentTrust(),
    goals: ['order'],
    ...(logger && { logger }),
  });
  await app.ready();

  const person = async (name: string, right: string): Promise<TestPerson> => {
    const link = await invite(pool, { name, rights: [right], actor: 'a test', model: RIGHTS, origin: ORIGIN });
    const answer = await app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URL(link).searchParams.toString(),
    });
    const cookie = answer.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
    const get = async <T>(url: string) => {
      const { statusCode, body } = await app.inject({ url, headers: { ...HEADERS, cookie } });
      return { status: statusCode, body: JSON.parse(body) as T };
    };
    const { csrf } = (await get<{ csrf: string }>('/sign-in/me')).body;
    const post: TestPerson['post'] = async (url, payload) => {
      const headers = { ...HEADERS, cookie, 'x-csrf-token': csrf };
      const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload });
      return { status: statusCode, body: JSON.parse(body) as { message?: string; code?: string } };
    };
    return {
      cookie,
      get,
      post,
      step: (payload) => post('/api/steps', payload),
    };
  };
  return {
    app,
    storeUrl,
    privateStoreUrl,
    pool,
    person,
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return (app.server.address() as AddressInfo).port;
    },
    close: async () => {
      await app.close();
      await close();
      await database.close();
    },
  };
}
