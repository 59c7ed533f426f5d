import { relative, sep } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { packageDir, ROOT, SITE_DIR } from '../paths';
import { atSite } from '../site/definition';

/** What a site's programs are made of, as absolute paths of folders and files. */
interface SiteSources {
  /** Sources of every app; a build that has not read the file stays as it is. */
  shared: readonly string[];
  services: ReadonlyMap<string, readonly string[]>;
  /** All of them, to be watched besides the apps. */
  watched: readonly string[];
}

/** What every composer is made of. */
const COMPOSER = ['composer', 'releases', 'telemetry', 'page-rules', 'contracts'];
const IN_APPS = ['contracts', 'page-rules', 'remote-kit'];

/** What the programs of this site are made of, as its definition says. */
export function sourcesOf({
  navigation,
  content = {},
  services = [],
  sharedSources = [],
}: SiteDefinition): SiteSources {
  const files = [navigation, ...Object.values(content)].map(({ file }) => atSite(file));
  const shared = [...IN_APPS.map(packageDir), ...sharedSources.map(atSite)];
  const made = new Map<string, readonly string[]>(
    services.map(({ name, folder, alsoMadeOf = [] }) => [name, [folder, ...alsoMadeOf].map(atSite)]),
  );
  made.set('composer', [...COMPOSER.map(packageDir), SITE_DIR, ...files]);
  return { shared, services: made, watched: [...new Set([...shared, ...[...made.values()].flat()])] };
}

/** Paths below these make no difference to what runs. */
const WITHOUT_EFFECT =
  /(^|\/)(node_modules|dist|var|gallery|test|testing|tests)(\/|$)|\.test\.tsx?$|\.md$|(^|\/)\.[^/.]/;

export const hasEffect = (path: string): boolean => !WITHOUT_EFFECT.test(relative(ROOT, path).split(sep).join('/'));

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(place + sep);

/** What has to be built or restarted for a change to be seen. @param path absolute @param apps that are rebuilt in this session */
export function affectedBy(path: string, apps: readonly AppName[], { shared, services }: SiteSources) {
  const of = (places: readonly string[]) => places.some((place) => isWithin(path, place));
  return {
    apps: of(shared) ? [...apps] : apps.filter((app) => isWithin(path, packageDir(app))),
    services: [...services].flatMap(([name, places]) => (of(places) ? [name] : [])),
  };
}
