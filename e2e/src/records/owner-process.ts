import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../../../api/src/commands';
import { openDatabase } from '../../../api/src/db/database';
import { messageOf } from '../../../api/src/errors';
import { readConfig } from '../../../api/src/settings/config';

/** Words as they are typed after `npm run api --`, or a query of the site's database. */
export type Asked = { id: number } & ({ words: string[] } | { query: string; values: unknown[] });

/** What became of it. The rows of a query are JSON on stdout. */
export interface Printed {
  id: number;
  code: number;
  stdout: string;
  stderr: string;
}

async function run(words: string[]): Promise<Omit<Printed, 'id'>> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(words, { env: process.env, stdout, stderr, watched: false });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}

async function look(query: string, values: unknown[]): Promise<Omit<Printed, 'id'>> {
  const database = await openDatabase(readConfig(), 'command', () => undefined);
  try {
    const { rows } = await database.pool.query(query, values);
    return { code: 0, stdout: JSON.stringify(rows), stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: messageOf(error) };
  } finally {
    await database.close();
  }
}

process.on('message', (asked: Asked) => {
  const answer = 'words' in asked ? run(asked.words) : look(asked.query, asked.values);
  void answer.then((printed) => process.send?.({ id: asked.id, ...printed }));
});
// The tests that it is for are over.
process.on('disconnect', () => process.exit());
