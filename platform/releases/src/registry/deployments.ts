import { type Deployment, deploymentSchema, type Registry } from '@wholepage/contracts/discovery';
import { appNameSchema } from '@wholepage/contracts/version';
import * as z from 'zod';
import { ReleaseError } from '../errors';

/** What the registry says of one app. */
export interface AppReleases {
  live?: Deployment | undefined;
  /** What was live before: a rollback leads there. */
  previous?: Deployment | undefined;
  /** Served to a share of the visitors beside the live one. */
  canary?: Deployment | undefined;
}

const listSchema = z.array(deploymentSchema).max(20);

const fromList = (list: readonly Deployment[]): AppReleases => {
  const others = list.filter(({ deployment }) => !deployment.default);
  return {
    live: list.find(({ deployment }) => deployment.default),
    canary: others.find(({ deployment }) => deployment.traffic > 0),
    previous: others.find(({ deployment }) => deployment.traffic === 0),
  };
};

const serving = (release: Deployment, traffic: number, isDefault: boolean): Deployment => ({
  ...release,
  deployment: { traffic, default: isDefault },
});

/** The same as the registry's list: the live one first, whose share is what the canary leaves. */
export function toList({ live, previous, canary }: AppReleases): Deployment[] {
  const share = canary?.deployment.traffic ?? 0;
  return [
    ...(live ? [serving(live, 100 - share, true)] : []),
    ...(canary ? [serving(canary, share, false)] : []),
    ...(previous ? [serving(previous, 0, false)] : []),
  ];
}

/** @throws ReleaseError when this app's entry is malformed */
export function releasesOf(registry: Pick<Registry, 'microFrontends'>, app: string): AppReleases {
  const parsed = listSchema.safeParse(registry.microFrontends[app] ?? []);
  if (parsed.success) return fromList(parsed.data);
  const [issue] = parsed.error.issues;
  throw new ReleaseError(
    `The registry's entry of ${app} is malformed at "${issue?.path.join('.')}": ${issue?.message}. Promote a release of it (npm run promote ${app} <version>).`,
  );
}

/** Every app of the registry; an entry that is malformed stands apart and harms nobody else. */
export function allReleases(registry: Pick<Registry, 'microFrontends'>): {
  apps: Record<string, AppReleases>;
  malformed: Record<string, string>;
} {
  const apps: Record<string, AppReleases> = {};
  const malformed: Record<string, string> = {};
  for (const app of Object.keys(registry.microFrontends)) {
    if (!appNameSchema.safeParse(app).success) {
      malformed[app] = `The registry names "${app}", which is not a name of an app.`;
      continue;
    }
    try {
      apps[app] = releasesOf(registry, app);
    } catch (error) {
      malformed[app] = error instanceof Error ? error.message : String(error);
    }
  }
  return { apps, malformed };
}

/** The version that visitors get. */
export const liveVersion = (registry: Registry, app: string): string | undefined =>
  releasesOf(registry, app).live?.metadata.version;
