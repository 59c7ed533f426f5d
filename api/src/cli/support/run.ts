import path from 'node:path';
import type { Config } from '../../config';
import { loadEnvFile, readConfig } from '../../config';
import { type Database, openDatabase } from '../../db/database';
import { StartError } from '../../errors';

/** What a command works with. */
export interface CommandContext {
  config: Config;
  database: Database;
  /** Words after the name of the command. */
  args: string[];
  print(line: string): void;
  /** For progress and remarks: they go to stderr, so that output can be piped. */
  remark(text: string): void;
}

/** A command that a person runs. Throw StartError with a sentence for what that person can mend. */
export interface Command {
  /** Its arguments and what it does, on one line each. */
  usage: string;
  run(context: CommandContext): Promise<void>;
}

/** A path as the person meant it: pnpm runs commands in the root folder, whatever folder it was called in. */
export const fromCaller = (file: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), file);

const usageOf = (program: string, commands: Record<string, Command>): string =>
  ['Usage:', ...Object.entries(commands).map(([name, { usage }]) => `  pnpm ${program} ${name} ${usage}`)].join('\n');

const execute = async (command: Command, args: string[]): Promise<void> => {
  loadEnvFile();
  const config = readConfig();
  const remark = (text: string) => void process.stderr.write(text);
  // A running site shares its database; without one, the embedded database runs for the time of the command.
  const database = await openDatabase(config, 'command', (text) => remark(`${text}\n`));
  try {
    await command.run({ config, database, args, remark, print: (line) => void process.stdout.write(`${line}\n`) });
  } finally {
    await database.close();
  }
};

/** Runs the command that the command line names, and sets the exit code. */
export async function runCli(program: string, commands: Record<string, Command>): Promise<void> {
  // `pnpm leads list | head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const [name = '', ...args] = process.argv.slice(2).filter((word) => word !== '--');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || args.includes('--help')) {
    const wanted = name === '' || name === 'help' || args.includes('--help') || name === '--help';
    (wanted ? process.stdout : process.stderr).write(`${usageOf(program, commands)}\n`);
    process.exitCode = wanted ? 0 : 2;
    return;
  }
  try {
    await execute(command, args);
  } catch (error) {
    const known = error instanceof StartError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(
      `${known ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
