import type { Database } from '../../db/database';
import type { FileStore } from '../../files/file-store';
import type { Config } from '../../settings/config';

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
  /** It puts a site into an empty database, so that there may be none yet. Every other command needs one that is in use. */
  fillsDatabase?: true;
  /** Looks at what the person gave, before there is a database. @throws StartError */
  check?(args: string[], resolve: (file: string) => string): Promise<void>;
  /** @returns the exit code, when it is not 0 */
  run(context: CommandContext): Promise<number | undefined>;
}

/** Of a program, by name. */
export type Commands = Readonly<Record<string, Command>>;
