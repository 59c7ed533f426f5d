import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Printed } from './owner-process';

let child: ChildProcess | undefined;
let asked = 0;
afterAll(async () => {
  if (!child?.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
});

/** Started by the first command of a test file: to load the commands costs far more than to run one. */
function start(): ChildProcess {
  const { SITE_DATA } = process.env;
  if (!SITE_DATA) throw new Error('Name the data folder of the site under test in SITE_DATA.');
  const started = fork(join(__dirname, 'owner-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATA_DIR: SITE_DATA },
  });
  // One listener for each command under way.
  started.setMaxListeners(0);
  return started;
}

const ask = async (what: { words: string[] } | { query: string; values: unknown[] }): Promise<string> => {
  child ??= start();
  const { code, stdout, stderr } = await send(child, { id: ++asked, ...what });
  if (code !== 0) throw new Error(`${JSON.stringify(what)} ended with ${code}:\n${stderr}`);
  return stdout;
};

/**
 * Runs a command of the owner, such as `npm run api -- leads list`, on the data of the site under test.
 * @returns what it prints
 * @throws with what it says when its exit code is not 0
 */
export const runAsOwner = (...words: string[]): Promise<string> => ask({ words });

/** Rows of the database of the site under test. @throws with what the database says */
export const rowsOf = async <Row>(query: string, ...values: unknown[]): Promise<Row[]> =>
  JSON.parse(await ask({ query, values })) as Row[];

const send = (to: ChildProcess, what: Asked): Promise<Printed> =>
  new Promise((resolve, reject) => {
    const gone = () => reject(new Error('The process that runs the commands of the owner has ended.'));
    const listen = (printed: Printed) => {
      if (printed.id !== what.id) return;
      to.off('message', listen);
      to.off('exit', gone);
      resolve(printed);
    };
    to.on('message', listen);
    to.once('exit', gone);
    to.send(what);
  });
