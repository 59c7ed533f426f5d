import { Writable } from 'node:stream';
import { runCommand } from '../../src/commands';
import type { TestSite } from './site';

class Memory extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command as `npm run api -- {words}` does, with these settings. */
export async function runWith(env: NodeJS.ProcessEnv, ...words: string[]) {
  const [stdout, stderr] = [new Memory(), new Memory()];
  const code = await runCommand(words, { env, stdout, stderr, watched: false });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Runs a command with the settings of a running site. */
export const runCli = ({ database, dataDir }: Pick<TestSite, 'database' | 'dataDir'>, ...words: string[]) =>
  runWith({ DATABASE_URL: database.url, DATA_DIR: dataDir }, ...words);
