import { APPS, type AppName } from 'contracts/version';
import { ReleaseError } from '../errors';

/** The one app named on the command line. @throws ReleaseError that lists the choices */
export function appArgument([given, ...more]: readonly string[]): AppName {
  const app = APPS.find((name) => name === given);
  const choices = `Choose among ${APPS.join(', ')}.`;
  if (given === undefined) throw new ReleaseError(`Which app? ${choices}`);
  if (!app) throw new ReleaseError(`There is no app "${given}". ${choices}`);
  if (more.length > 0) throw new ReleaseError(`One app at a time: leave out "${more.join(' ')}".`);
  return app;
}
