import { Writable } from 'node:stream';
import type { Commands } from '../../src/cli/support/command';
import { runCommand } from '../../src/cli/support/run';
import type { TestSite } from './site';

class Memory extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command as `npm run {program} -- {words}` does, beside the running site. */
export async function runCli(
  program: string,
  commands: Commands,
  { database, dataDir }: Pick<TestSite, 'database' | 'dataDir'>,
  words: string[],
) {
  const [stdout, stderr] = [new Memory(), new Memory()];
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const code = await runCommand(program, commands, { words, env, stdout, stderr, watched: false });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
