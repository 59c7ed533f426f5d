import path from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import { messageOf } from '../src/errors';

/**
 * The embedded PostgreSQL alone, for several services on one machine: `database.ts FOLDER PORT`. Prints its address as
 * `DATABASE_URL` takes it, brings it back when it dies, and stops it with itself.
 */
async function hold(folder: string, port: number): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const embedded = await openEmbedded(path.resolve(folder), 'site', say, { port });
  const { host, user, password, database } = embedded.connection;
  const stop = () => void embedded.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The database alone would not keep this process alive.
  setInterval(() => undefined, 60_000);
  say(`postgres://${user}:${password}@${host}:${embedded.connection.port}/${database}`);
}

const [folder = 'var', port = ''] = process.argv.slice(2);
hold(folder, Number(port)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
