import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CommandLine, Printed } from './owner-process';

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

/**
 * Runs a command of the owner, such as `npm run leads list`, on the data of the site under test.
 * @returns what it prints
 * @throws with what it says when its exit code is not 0
 */
export async function runAsOwner(program: CommandLine['program'], ...words: string[]): Promise<string> {
  child ??= start();
  const { code, stdout, stderr } = await send(child, { id: ++asked, program, words });
  if (code !== 0) throw new Error(`npm run ${program} ${words.join(' ')} ended with ${code}:\n${stderr}`);
  return stdout;
}

const send = (to: ChildProcess, line: CommandLine): Promise<Printed> =>
  new Promise((resolve, reject) => {
    const gone = () => reject(new Error(`The process that runs "${line.program} ${line.words[0]}" has ended.`));
    const listen = (printed: Printed) => {
      if (printed.id !== line.id) return;
      to.off('message', listen);
      to.off('exit', gone);
      resolve(printed);
    };
    to.on('message', listen);
    to.once('exit', gone);
    to.send(line);
  });

/** As {@link runAsOwner} of a command that prints a record for each line of JSON. */
export async function recordsOf<Row>(program: CommandLine['program'], ...words: string[]): Promise<Row[]> {
  const printed = await runAsOwner(program, ...words, '--json');
  // One record for each line, in a list as well.
  const lines = printed.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Row);
}
