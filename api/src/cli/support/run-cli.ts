import type { Commands } from './command';
import { runCommand } from './run';

/** Runs the command of this process's command line, and sets its exit code. */
export async function runCli(program: string, commands: Commands): Promise<void> {
  // `npm run leads list | head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const { argv, env, stdout, stderr } = process;
  process.exitCode = await runCommand(program, commands, {
    words: argv.slice(2),
    env,
    stdout,
    stderr,
    watched: stderr.isTTY,
  });
}
