import { APPS, type AppName } from 'contracts/version';
import { ReleaseError } from '../errors';

/** The words after the command's name. */
export type Words = readonly string[];

/** The one app named on the command line. @throws ReleaseError that lists the choices */
export function appArgument([given, ...more]: Words): AppName {
  const app = APPS.find((name) => name === given);
  const choices = `Choose among ${APPS.join(', ')}.`;
  if (given === undefined) throw new ReleaseError(`Which app? ${choices}`);
  if (!app) throw new ReleaseError(`There is no app ${given}. ${choices}`);
  if (more.length > 0) throw new ReleaseError(`One app at a time: leave out "${more.join(' ')}".`);
  return app;
}

/**
 * Runs a command; a failure is one sentence and exit code 1.
 * @param usage how it is called and what it does, on one line
 */
export async function run(usage: string, work: (words: Words) => Promise<void>): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) {
    console.log(`Usage: ${usage}`);
    return;
  }
  try {
    await work(words);
  } catch (error) {
    console.error(error instanceof ReleaseError ? error.message : String(error));
    process.exitCode = 1;
  }
}
