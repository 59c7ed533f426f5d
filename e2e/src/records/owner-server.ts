import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { runCommand } from '../../../api/src/commands';
import { openDatabase } from '../../../api/src/db/database';
import { messageOf } from '../../../api/src/errors';
import { readConfig } from '../../../api/src/settings/config';

/** Words after `npm run api --`, or a query of the site's database. */
export type Question = { words: string[] } | { query: string; values: unknown[] };

/** @property data data folder of the site: a test may have a site of its own */
export type Asked = Question & { data: string };

/** The result of a command or query. Rows of a query are JSON on stdout. */
export interface Printed {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(words: string[], env: NodeJS.ProcessEnv): Promise<Printed> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(words, { env, stdout, stderr, watched: false });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}

async function look(query: string, values: unknown[], env: NodeJS.ProcessEnv): Promise<Printed> {
  const database = await openDatabase(readConfig(env), 'command', () => undefined);
  try {
    const { rows } = await database.pool.query(query, values);
    return { code: 0, stdout: JSON.stringify(rows), stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: messageOf(error) };
  } finally {
    await database.close();
  }
}

/** Starts a server that runs the owner's commands for all tests: loading them costs far more than a run. @returns its address */
export async function startOwner(env: NodeJS.ProcessEnv): Promise<string> {
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as Asked;
    const at = { ...env, DATA_DIR: asked.data };
    const answer = 'words' in asked ? run(asked.words, at) : look(asked.query, asked.values, at);
    const failed = (error: unknown): Printed => ({ code: 1, stdout: '', stderr: messageOf(error) });
    response.end(JSON.stringify(await answer.catch(failed)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
