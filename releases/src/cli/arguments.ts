import { APPS, type AppName } from 'contracts/version';
import { ReleaseError } from '../errors';

/** The app named on the command line. @throws ReleaseError that lists the choices */
export function appArgument(given: string | undefined, command: string): AppName {
  const app = APPS.find((name) => name === given);
  if (!app) throw new ReleaseError(`Usage: pnpm ${command} <app>, where <app> is one of ${APPS.join(', ')}.`);
  return app;
}

/** Runs a command; a failure is one sentence and exit code 1. */
export async function run(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    process.exitCode = 1;
  }
}
