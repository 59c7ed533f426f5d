import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LEADS } from '../../../api/src/cli/leads/commands';
import { ORDERS } from '../../../api/src/cli/orders/commands';
import { POSTS } from '../../../api/src/cli/posts/commands';
import { runCommand } from '../../../api/src/cli/support/run';

const PROGRAMS = { leads: LEADS, orders: ORDERS, posts: POSTS } as const;

/** A command line as it is typed after `npm run`. */
export interface CommandLine {
  id: number;
  program: keyof typeof PROGRAMS;
  words: string[];
}

/** What became of it. */
export interface Printed {
  id: number;
  code: number;
  stdout: string;
  stderr: string;
}

async function answer({ id, program, words }: CommandLine): Promise<Printed> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(program, PROGRAMS[program], {
    words,
    env: process.env,
    stdout,
    stderr,
    watched: false,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { id, code, stdout: out, stderr: err };
}

process.on('message', (line: CommandLine) => void answer(line).then((printed) => process.send?.(printed)));
// The tests that it is for are over.
process.on('disconnect', () => process.exit());
