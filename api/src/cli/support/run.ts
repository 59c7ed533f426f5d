import { types } from 'node:util';
import { isAway } from '@wholepage/database/is-away';
import { ApiError, messageOf, StartError } from '../../errors';
import type { Commands } from './command';
import { execute } from './execute';
import type { Terminal } from './terminal';

const usageOf = (program: string, commands: Commands): string =>
  // Without the two dashes npm would keep every option for itself.
  [
    'Usage:',
    ...Object.entries(commands).map(
      ([name, { usage }]) => `  npm run ${program} -- ${name === program ? '' : `${name} `}${usage}`,
    ),
  ].join('\n');

/** What of an error the person can mend, in one sentence; undefined for a fault of ours, which needs its stack. */
const sentenceOf = (error: unknown): string | undefined => {
  if (!types.isNativeError(error)) return undefined;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || error instanceof ApiError || code.startsWith('ERR_PARSE_ARGS'))
    return error.message;
  const why = code === 'ENOENT' ? 'it, or its folder, is not there' : messageOf(error);
  if (path !== undefined && /^E[A-Z]+$/.test(code)) return `${path} cannot be used (${why}).`;
  return isAway(error) ? `The database cannot do this now (${messageOf(error)}).` : undefined;
};

/** Runs the command that the words name. @returns the exit code */
export async function runCommand(program: string, commands: Commands, terminal: Terminal): Promise<number> {
  const words = terminal.words.filter((word) => word !== '--');
  // A program of one command needs no name for it: `npm run backup -- FILE`.
  const [name, ...args] = Object.hasOwn(commands, program) && words.length > 0 ? [program, ...words] : words;
  if (name === undefined) {
    terminal.stderr.write(`Say what to do.\n${usageOf(program, commands)}\n`);
    return 2;
  }
  if (name === '--help' || args.includes('--help')) {
    terminal.stdout.write(`${usageOf(program, commands)}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    terminal.stderr.write(`There is no command "${name}".\n${usageOf(program, commands)}\n`);
    return 2;
  }
  try {
    return await execute(command, args, terminal);
  } catch (error) {
    const what = sentenceOf(error) ?? (types.isNativeError(error) ? error.stack : String(error));
    terminal.stderr.write(`${what}\n`);
    return 1;
  }
}
