import { relative, sep } from 'node:path';
import type { AppName } from 'contracts/version';
import { ROOT } from '../paths';
import type { ServiceName } from '../start/build-all';

/** What has to be built or restarted for a change to be seen. */
export interface Affected {
  apps: AppName[];
  /** Services to bundle anew and restart. */
  services: ServiceName[];
}

/** Packages that every app is made of; a build that has not read the file stays as it is. */
const IN_APPS = new Set(['platform/contracts', 'platform/remote-kit', 'shared-ui']);

/** Sources of each service, the longest part of a path that tells. */
const IN_SERVICES: Readonly<Record<string, readonly ServiceName[]>> = {
  'platform/composer': ['composer'],
  'platform/releases': ['composer'],
  api: ['api'],
  'payment-sandbox': ['payment-sandbox'],
  'platform/contracts': ['composer', 'api'],
};

/** Files of the root that services read when they start. */
const CONTENT: Readonly<Record<string, readonly ServiceName[]>> = {
  'company.json': ['api', 'composer'],
  'navigation.json': ['composer'],
};

/** Paths below these make no difference to what runs. */
const WITHOUT_EFFECT =
  /(^|\/)(node_modules|dist|var|gallery|test|testing|tests)(\/|$)|\.test\.tsx?$|\.md$|(^|\/)\.[^/.]/;

export const hasEffect = (path: string): boolean => !WITHOUT_EFFECT.test(relative(ROOT, path).split(sep).join('/'));

/** @param path absolute @param apps the apps that are rebuilt in this session */
export function affectedBy(path: string, apps: readonly AppName[]): Affected {
  const file = relative(ROOT, path).split(sep).join('/');
  const parts = file.split('/');
  const folder = parts.slice(0, parts[0] === 'platform' ? 2 : 1).join('/');
  const service = Object.keys(IN_SERVICES).find((place) => file.startsWith(`${place}/`));
  const services = CONTENT[file] ?? (service ? IN_SERVICES[service] : undefined) ?? [];
  if (IN_APPS.has(folder)) return { apps: [...apps], services: [...services] };
  return { apps: apps.filter((app) => app === folder), services: [...services] };
}
