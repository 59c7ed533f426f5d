import { runCommand } from './commands';

// `npm run api -- leads list | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
const { argv, env, stdout, stderr } = process;
process.exitCode = await runCommand(argv.slice(2), { env, stdout, stderr, watched: stderr.isTTY });
