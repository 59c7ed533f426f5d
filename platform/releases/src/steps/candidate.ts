import type { ContractRange, Deployment } from '@wholepage/contracts/release';
import { type AppName, SHELL } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import type { AppReleases } from '../registry/registry';
import { checkFiles, MANIFEST, readRelease } from '../release/manifest';
import type { WritableStore } from '../store/store';
import { claimsIn, claimsOf, Owners } from '../trust/claims';

/** A legacy shell hosts the contract that it was built for. */
export const hostedBy = (shell: { contract: number; hosts?: ContractRange | undefined }): ContractRange =>
  shell.hosts ?? { min: shell.contract, max: shell.contract };

const inRange = (contract: number, { min, max }: ContractRange): boolean => contract >= min && contract <= max;

/** Whether a shell hosts releases of this contract. */
export const isHosted = (contract: number, shell: { contract: number; hosts?: ContractRange | undefined }): boolean =>
  inRange(contract, hostedBy(shell));

const inWords = ({ min, max }: ContractRange): string => (min === max ? `${min}` : `${min} to ${max}`);

interface Candidate {
  app: string;
  version: string;
  contract: number;
  hosts?: ContractRange | undefined;
}

/**
 * A remote goes live only on a shell that hosts its contract, and a shell only when it hosts all that is live.
 * @throws ReleaseError saying which release speaks what, and what to do
 */
export function refuseUnhosted(candidate: Candidate, apps: Record<string, AppReleases>): void {
  const { app, version, contract } = candidate;
  if (app !== SHELL) {
    const shell = apps[SHELL]?.live;
    if (!shell || inRange(contract, hostedBy(shell.extras))) return;
    throw new ReleaseError(
      `${app} ${version} speaks contract ${contract}; the live shell hosts ${inWords(hostedBy(shell.extras))}. Rebuild it against those contracts, or release a shell that hosts it first.`,
      { refusal: 'unfit' },
    );
  }
  const range = hostedBy(candidate);
  for (const [name, { live, canary }] of Object.entries(apps)) {
    const alone = name !== SHELL && [live, canary].find((one) => one && !inRange(one.extras.contract, range));
    if (!alone) continue;
    throw new ReleaseError(
      `shell ${version} hosts contract ${inWords(range)}, but ${name} ${alone.metadata.version} speaks ${alone.extras.contract}. Release ${name} first, or let the shell host it.`,
      { refusal: 'unfit' },
    );
  }
}

const KNOWN_SHOWN = 5;

/** Versions of an app that are in the store, as they sort by name. */
export async function publishedVersions(store: WritableStore, app: AppName): Promise<string[]> {
  const names = (await store.names(app)).filter((name) => /^\d/.test(name));
  const there = await Promise.all(names.map((version) => store.revision(`${app}/${version}/${MANIFEST}`)));
  return names.filter((_, index) => there[index] !== undefined);
}

async function missing(store: WritableStore, app: AppName, version: string): Promise<ReleaseError> {
  const versions = await publishedVersions(store, app);
  const choice = versions.length
    ? `There are ${versions.slice(-KNOWN_SHOWN).join(', ')}${versions.length > KNOWN_SHOWN ? ' and older ones' : ''}.`
    : `No release of ${app} is: publish one (npm run wholepage -- publish ${app}).`;
  return new ReleaseError(`${app} ${version} is not in ${store.place}, or was pruned. ${choice}`, {
    refusal: 'not-found',
  });
}

/**
 * A published release as the registry tells of it; every file of it was checked.
 * @throws ReleaseError in one sentence when it is not there or does not hold
 */
export async function candidate(store: WritableStore, app: AppName, version: string): Promise<Deployment> {
  if (!(await store.revision(`${app}/${version}/${MANIFEST}`))) throw await missing(store, app, version);
  const { manifest, integrity } = await readRelease(store, app, version);
  await checkFiles(store, manifest);
  const { cookies } = claimsOf(manifest);
  return {
    url: `/_releases/${app}/${version}/${manifest.entry.browser}`,
    metadata: { integrity, version },
    deployment: { traffic: 100, default: true },
    extras: {
      contract: manifest.contract,
      publishedAt: manifest.builtAt,
      routes: manifest.routes.map(({ path }) => path),
      ...(manifest.actions && { actions: manifest.actions }),
      ...(manifest.textFiles && { textFiles: manifest.textFiles.map(({ path }) => path) }),
      ...(cookies.length > 0 && { cookies: [...cookies] }),
      ...(manifest.hosts && { hosts: manifest.hosts }),
    },
  };
}

/** Whose claims visitors get. @param apps all that is followed */
export function ownersOf(apps: Record<string, AppReleases>): Owners {
  const owners = new Owners();
  for (const [app, { live, canary }] of Object.entries(apps))
    for (const release of [live, canary]) if (release) owners.add(app, claimsIn(release.extras));
  return owners;
}

/** Whether a release fits what else is live now. @param apps all that is followed @throws ReleaseError saying what stands against it */
export function refuseUnfit(app: AppName, { metadata, extras }: Deployment, apps: Record<string, AppReleases>): void {
  const { version } = metadata;
  refuseUnhosted({ app, version, ...extras }, apps);
  const remedy = (owner: string) => `Release ${owner} without it first.`;
  ownersOf(apps).refuseForeign({ app, version, claims: claimsIn(extras) }, remedy, 'unfit');
}
