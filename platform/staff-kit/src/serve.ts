import { userInfo } from 'node:os';
import { messageOf, StartError } from '@wholepage/database/errors';
import type { ServiceDatabase } from '@wholepage/database/service-database';
import { INVITED, invite, linkFor, listPeople } from '@wholepage/sign-in/people';
import type { RightsModel } from '@wholepage/sign-in/rights';
import type { SignInSettings } from '@wholepage/sign-in/settings';
import type { FastifyInstance } from 'fastify';

/** A service of staff, ready to listen. */
export interface StaffService {
  /** For people: "Console". The line that says where it is begins with it. */
  title: string;
  settings: { port: number; host: string; signIn: SignInSettings };
  /** The variable of the port, for the sentence that says it cannot be used. */
  portSetting: string;
  rights: RightsModel;
  /** What the link of a developer's machine gives. */
  firstRight: string;
  database: ServiceDatabase;
  server: FastifyInstance;
}

async function listen({ title, settings, portSetting, rights, firstRight, database, server }: StaffService) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  const { port, host } = settings;
  try {
    await server.listen({ port, host });
  } catch (error) {
    await database.close();
    throw new StartError(`${portSetting} ${port} on ${host} cannot be used (${messageOf(error)}).`, { cause: error });
  }
  const { origin, production, openId } = settings.signIn;
  // On a developer's machine the link is at hand; in production somebody is invited by name.
  const link =
    production || openId ? origin : await ownLink(database.pool, { right: firstRight, model: rights, origin });
  process.stdout.write(`${title}: ${link}\n`);
}

/** A link for who works at this machine, as the person of the starts before. */
async function ownLink(
  pool: ServiceDatabase['pool'],
  { right, model, origin }: { right: string; model: RightsModel; origin: string },
): Promise<string> {
  const name = userInfo().username;
  const by = `${name}, at the start`;
  const people = await listPeople(pool);
  const own = people.find((person) => person.issuer === INVITED && person.name === name && !person.endedAt);
  if (own) return linkFor(pool, { person: own.id, by, origin });
  return invite(pool, { name, rights: [right], by, model, origin });
}

/** Starts a service of staff and prints its address. What stops the start is one sentence on stderr and exit code 1. */
export function serveStaff(prepare: () => Promise<StaffService>): void {
  prepare()
    .then(listen)
    .catch((error: unknown) => {
      process.stderr.write(
        `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
      );
      process.exit(1);
    });
}
