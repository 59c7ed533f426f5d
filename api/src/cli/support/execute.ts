import path from 'node:path';
import { openDatabase } from '../../db/database';
import { openFiles } from '../../files/open-files';
import { readConfig } from '../../settings/config';
import { setSiteZone } from '../../support/site-zone';
import type { Command } from './command';
import { requirePlace, requireSite } from './site-database';
import type { Terminal } from './terminal';

/** Runs a command on the database and the files that the settings name. @returns the exit code */
export const execute = async (command: Command, args: string[], terminal: Terminal): Promise<number> => {
  const { env, stdout, stderr, watched } = terminal;
  const config = readConfig(env);
  setSiteZone(config.timeZone);
  const mayFill = command.fillsDatabase === true;
  const resolve = (file: string) => path.resolve(env.INIT_CWD ?? process.cwd(), file);
  await requirePlace(config, env, mayFill);
  await command.check?.(args, resolve);
  const remark = (text: string) => void stderr.write(text);
  // A running site shares its database; without one, the embedded database runs for the time of the command.
  const database = await openDatabase(
    config,
    'command',
    (text) => remark(`${text}\n`),
    async (target) => {
      if (!mayFill) await requireSite(config, target);
    },
  );
  try {
    const print = (line: string) => void stdout.write(`${line}\n`);
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
