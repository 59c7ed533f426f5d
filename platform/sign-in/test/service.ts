import path from 'node:path';
import { openServiceDatabase, type ServiceDatabase } from '@wholepage/database/service-database';
import { createTestDatabase, type Template, type TestDatabase } from '@wholepage/database/testing/test-database';
import Fastify, { type FastifyInstance } from 'fastify';
import { invite, linkFor, listPeople } from '../src/people';
import { signIn } from '../src/plugin';
import type { RightsModel } from '../src/rights';
import { signedIn } from '../src/sessions';
import { readSignInSettings } from '../src/settings';
import { APPEND_ONLY, SIGN_IN_MIGRATIONS_TABLE } from '../src/tables';

export const ORIGIN = 'http://localhost:4300';
export const RIGHTS = {
  viewer: { allows: 'sees everything' },
  releaser: { allows: 'releases these apps', scope: 'APP', implies: ['viewer'] },
  admin: { allows: 'does everything', implies: ['viewer', 'releaser'] },
} satisfies RightsModel;

/** A minimal service with signing in. */
export interface TestService {
  app: FastifyInstance;
  pool: ServiceDatabase['pool'];
  database: TestDatabase;
  /** Makes a link for the person of that name, or for a new one. */
  linkOf(name: string, right: string): Promise<string>;
  close(): Promise<void>;
}

const openDatabase = (url: string): Promise<ServiceDatabase> =>
  openServiceDatabase({
    service: 'helpdesk',
    url,
    setting: 'HELPDESK_DATABASE_URL',
    dataDir: '',
    migrations: [{ folder: path.join(import.meta.dirname, '..', 'migrations'), table: SIGN_IN_MIGRATIONS_TABLE }],
    appendOnly: APPEND_ONLY,
    onTrouble: () => undefined,
  });

/** The tables that the first start makes. */
const TABLES: Template = { name: 'helpdesk_tables', fill: async (url) => (await openDatabase(url)).close() };

export async function startService(env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const database = await createTestDatabase(TABLES);
  const { pool, close } = await openDatabase(database.url);
  const app = Fastify({ trustProxy: false });
  const settings = readSignInSettings(env, {
    service: 'helpdesk',
    setting: 'HELPDESK_ORIGIN',
    port: 4300,
    rights: RIGHTS,
  });
  await app.register(signIn, {
    settings,
    pool,
    title: 'Helpdesk',
    command: 'npm run desk -- help',
    rights: RIGHTS,
    manages: 'admin',
    assets: { script: '/sign-in.js', styles: '/page.css' },
  });
  app.get('/', { config: { access: { right: 'viewer' } } }, async (request) => signedIn(request).person);
  app.post('/erase', { config: { access: { right: 'admin', recent: true } } }, async () => ({ erased: true }));
  expect(() => app.get('/open', async () => ({}))).toThrow('The route GET /open does not say who may call it.');
  await app.ready();
  return {
    app,
    pool,
    database,
    linkOf: async (name, right) => {
      const known = (await listPeople(pool)).find((person) => person.name === name);
      const made = { actor: 'a test', origin: ORIGIN };
      if (known) return linkFor(pool, { ...made, person: known.id });
      return invite(pool, { ...made, name, rights: [right], model: RIGHTS });
    },
    close: async () => {
      await app.close();
      await close();
      await database.close();
    },
  };
}
