import { userInfo } from 'node:os';
import { messageOf, StartError } from '@wholepage/database/errors';
import type { ServiceDatabase } from '@wholepage/database/service-database';
import { invite } from '@wholepage/sign-in/invite';
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
    production || openId
      ? origin
      : await invite(database.pool, {
          name: userInfo().username,
          rights: [firstRight],
          by: `${userInfo().username}, at the start`,
          model: rights,
          origin,
        });
  process.stdout.write(`${title}: ${link}\n`);
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
