import type { Deployment } from '@wholepage/contracts/discovery';
import type { AppName } from '@wholepage/contracts/version';
import * as z from 'zod';
import type { AppReleases } from '../registry/registry';
import { MANIFEST } from '../release/manifest';
import type { ReleaseStore } from '../store/store';

const signedSchema = z.object({ signature: z.object({ key: z.string() }) });

/** Short name of the key that a published release says it is signed by; undefined when it says none. */
export async function signerOf(store: ReleaseStore, app: AppName, version: string): Promise<string | undefined> {
  const manifest: unknown = JSON.parse((await store.read(`${app}/${version}/${MANIFEST}`)).toString('utf8'));
  return signedSchema.safeParse(manifest).data?.signature.key;
}

/** A key, and what composers that go by this trust make of it. */
export interface KeyUse {
  key: string;
  /** May sign the app's releases. */
  isBelieved: boolean;
  /** What the registry names that it has signed: `live 1.0.0-3fa9c2d1`. Empty for one that can go. */
  signs: string[];
}

/** Of one app: the keys that are believed, and those that signed what visitors have, would get back, or try. */
export async function keysInUse(store: ReleaseStore, app: AppName, releases: AppReleases): Promise<KeyUse[]> {
  const believed = store.trust.keysOf(app);
  const signs = new Map<string, string[]>(believed.map((key) => [key, []]));
  const named: [string, Deployment | undefined][] = [
    ['live', releases.live],
    ['before', releases.previous],
    ['canary', releases.canary],
  ];
  for (const [place, deployment] of named) {
    if (!deployment) continue;
    const { version } = deployment.metadata;
    const key = (await signerOf(store, app, version)) ?? 'nobody';
    signs.set(key, [...(signs.get(key) ?? []), `${place} ${version}`]);
  }
  return [...signs].map(([key, list]) => ({ key, isBelieved: believed.includes(key), signs: list }));
}
