import path from 'node:path';
import { type Config, readConfig } from '../../config';
import { type Database, openDatabase } from '../../db/database';
import { StartError } from '../../errors';
import type { FileStore } from '../../files/file-store';
import { openFiles } from '../../files/open-files';

/** Where a command gets its words and settings, and where it writes. */
export interface Terminal {
  /** Words after the program's name. */
  words: string[];
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Someone is watching: progress is welcome. */
  watched: boolean;
}

/** What a command works with. */
export interface CommandContext {
  config: Config;
  database: Database;
  files: FileStore;
  /** Words after the name of the command. */
  args: string[];
  stdout: NodeJS.WritableStream;
  watched: boolean;
  print(line: string): void;
  /** For progress and remarks: they go to stderr, so that output can be piped. */
  remark(text: string): void;
  /** A path as the person meant it: npm runs commands in the root folder, whatever folder it was called in. */
  resolve(file: string): string;
}

/** A command that a person runs. Throw StartError with a sentence for what that person can mend. */
export interface Command {
  /** Its arguments and what it does, on one line. */
  usage: string;
  /** @returns the exit code, when it is not 0 */
  run(context: CommandContext): Promise<number | undefined>;
}

export type Commands = Readonly<Record<string, Command>>;

const usageOf = (program: string, commands: Commands): string =>
  // Without the two dashes npm would keep every option for itself.
  [
    'Usage:',
    ...Object.entries(commands).map(
      ([name, { usage }]) => `  npm run ${program} -- ${name === program ? '' : `${name} `}${usage}`,
    ),
  ].join('\n');

const execute = async (command: Command, args: string[], terminal: Terminal): Promise<number> => {
  const { env, stdout, stderr, watched } = terminal;
  const config = readConfig(env);
  const remark = (text: string) => void stderr.write(text);
  // A running site shares its database; without one, the embedded database runs for the time of the command.
  const database = await openDatabase(config, 'command', (text) => remark(`${text}\n`));
  try {
    const print = (line: string) => void stdout.write(`${line}\n`);
    const resolve = (file: string) => path.resolve(env.INIT_CWD ?? process.cwd(), file);
    return (
      (await command.run({
        config,
        database,
        files: openFiles(config),
        args,
        stdout,
        watched,
        print,
        remark,
        resolve,
      })) ?? 0
    );
  } finally {
    await database.close();
  }
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
    const known = error instanceof StartError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    terminal.stderr.write(
      `${known ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 1;
  }
}

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
