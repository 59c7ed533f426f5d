import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppName } from '@wholepage/contracts/release';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote, rollback } from '@wholepage/releases/steps';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { keyText } from '@wholepage/releases/trust/pins';
import { buildApp } from '../../../build/build-app';
import type { Cluster } from '../../start-cluster';
import type { PurgeReceiver } from '../doubles';
import { restartInTurn, until } from '../looks';
import { hasNumbers } from './observed';

/**
 * Publishes the present build under another version, as a team's next release.
 * @param name last part of the new version
 * @returns both versions
 */
export async function anotherRelease(
  { releaseEnv }: Pick<Cluster, 'releaseEnv'>,
  app: AppName,
  name = 'next',
): Promise<{ old: string; next: string }> {
  const { manifest, dir } = await buildApp(app);
  const next = `${manifest.version}.${name}`;
  const folder = await mkdtemp(join(tmpdir(), 'next-release-'));
  try {
    const copy = join(folder, next);
    await cp(dir, copy, { recursive: true });
    await symlink(join(dirname(dir), 'assets'), join(folder, 'assets'));
    const file = join(copy, 'release.json');
    const written = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...written, version: next }));
    await publish(releaseEnv.RELEASES_URL ?? '', app, next, copy, environmentTrust(releaseEnv));
    return { old: manifest.version, next };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const APP = 'mf-blog';
const PAGE = '/blog';
const LOOK_EVERY_MS = 25;
/** Duration of the looks: longer than a promotion may take to be seen. */
const LOOK_FOR_MS = 4_000;
const PURGE_PATIENCE_MS = 20_000;

/** Requests the page repeatedly. @returns ms until another version was last seen */
async function untilOnly(cluster: Cluster, version: string): Promise<number> {
  const began = performance.now();
  let other = 0;
  while (performance.now() - began < LOOK_FOR_MS) {
    const asked = performance.now();
    if ((await view(cluster)).version !== version) other = asked - began;
    await wait(LOOK_EVERY_MS);
  }
  return Math.round(other);
}

interface Visibility {
  /** ms until the previous release was last seen. */
  promotion: number;
  rollback: number;
  /** ms until the last composer had purged the cache in front. */
  purged: number;
}

/** Waits until every composer has purged the tag. @returns ms until the last purge @throws after the timeout */
async function lastPurge({ nodes }: Cluster, { purges }: PurgeReceiver, tag: string, began: number): Promise<number> {
  const composers = nodes.filter(({ process }) => process.kind === 'composer').length;
  const times = () => purges.filter((purge) => purge.tag === tag && purge.at >= began).map(({ at }) => at);
  const what = () => `${times().length} of ${composers} composers purged ${tag} within ${PURGE_PATIENCE_MS / 1000} s`;
  const all = async () => (times().length >= composers ? times() : undefined);
  return Math.round(Math.max(...(await until(all, { withinMs: PURGE_PATIENCE_MS, what }))) - began);
}

/** Promotes a release, rolls it back, and measures how soon visitors see both. */
export async function releaseAndRollBack(cluster: Cluster, purges: PurgeReceiver): Promise<Visibility> {
  const { old, next } = await anotherRelease(cluster, APP);
  const place = cluster.releaseEnv.RELEASES_URL ?? '';
  const trust = environmentTrust(cluster.releaseEnv);
  const began = performance.now();
  await promote(place, APP, next, { trust, by: 'cluster test' });
  const promotion = await untilOnly(cluster, next);
  await rollback(place, APP, { trust, by: 'cluster test' });
  const rolledBack = await untilOnly(cluster, old);
  return { promotion, rollback: rolledBack, purged: await lastPurge(cluster, purges, `${APP}@${old}`, began) };
}

const VISITORS = 40;
const VIEWS = 5;
const PATIENCE_MS = 5_000;
const EVIDENCE = 'composer_canary_evidence';

interface View {
  version: string | undefined;
  headers: Headers;
}

async function view({ origin }: Cluster, cookie?: string): Promise<View> {
  const response = await fetch(origin + PAGE, { headers: cookie ? { cookie } : {} });
  const page = await response.text();
  return { version: new RegExp(`"${APP}":"([^"]+)"`).exec(page)?.[1], headers: response.headers };
}

/** Requests the page several times as one visitor. @returns the first view, and the versions of all views */
async function visit(cluster: Cluster): Promise<{ first: View; versions: Set<string | undefined> }> {
  const first = await view(cluster);
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const versions = new Set([first.version]);
  for (let seen = 1; seen < VIEWS; seen += 1) versions.add((await view(cluster, cookie)).version);
  return { first, versions };
}

/** Waits until all composers draw variants. A composer draws none before it knows of the canary. @throws after the timeout */
async function untilDrawn(cluster: Cluster): Promise<void> {
  let drawn = 0;
  const look = async () => {
    drawn = (await view(cluster)).headers.has('set-cookie') ? drawn + 1 : 0;
    return drawn === 10 || undefined;
  };
  await until(look, { withinMs: PATIENCE_MS, what: `no canary within ${PATIENCE_MS / 1000} s`, everyMs: 0 });
}

/**
 * Starts a canary for half of the visitors. No visitor may get a page of the other variant, and no visitor's variant may change.
 * @returns a remark @throws when a visitor saw both releases, or a cache in front could have mixed the variants
 */
export async function splitVisitors(cluster: Cluster): Promise<string> {
  const { old, next } = await anotherRelease(cluster, APP);
  const place = cluster.releaseEnv.RELEASES_URL ?? '';
  const trust = environmentTrust(cluster.releaseEnv);
  await startCanary(place, APP, next, 50, { trust, by: 'cluster test' });
  try {
    await untilDrawn(cluster);
    const visits = await Promise.all(Array.from({ length: VISITORS }, () => visit(cluster)));
    const variants = { old: 0, next: 0 };
    for (const { first, versions } of visits) {
      if (versions.size !== 1) throw new Error('a visitor saw both releases');
      const { headers } = first;
      if (!/cookie/i.test(headers.get('vary') ?? '')) throw new Error(`Vary: ${headers.get('vary')}`);
      if (headers.get('x-cache') === 'HIT') throw new Error('nginx kept a page of one variant');
      variants[first.version === next ? 'next' : 'old'] += 1;
      if (![old, next].includes(first.version ?? '')) throw new Error(`a page of ${first.version}`);
    }
    if (Math.min(variants.old, variants.next) === 0) throw new Error('all visitors are on one variant');
    // The dashboard shows what Prometheus fetched while the canary ran.
    const isJudged = async () => !cluster.prometheus || (await hasNumbers(cluster.prometheus, EVIDENCE)) || undefined;
    await until(isJudged, { withinMs: PATIENCE_MS, what: 'no evidence of the canary at Prometheus' });
    return `${variants.next} of ${VISITORS} visitors got the canary, each in all of ${VIEWS} views`;
  } finally {
    await stopCanary(openWritableStore(place, trust), APP, { by: 'cluster test' });
  }
}

const SEEN_WITHIN_MS = 5_000;
const LOOKS = 40;
/** Time within which the alarm of a refused release fires, with seconds in place of minutes. */
const ALARM_MS = 12_000;

interface Pins {
  apps: Record<string, { keys: string[] }>;
}

/** Replaces the app's keys in the pins. */
const withKeys = (pins: Pins, keys: string[]): Pins => ({
  ...pins,
  apps: { ...pins.apps, [APP]: { ...pins.apps[APP], keys } },
});

/** Waits until `LOOKS` responses in a row have this version. @throws when a composer serves another one after the limit */
async function untilLive(cluster: Cluster, version: string): Promise<void> {
  const end = performance.now() + SEEN_WITHIN_MS;
  let seen = 0;
  while (seen < LOOKS) {
    seen = (await view(cluster)).version === version ? seen + 1 : 0;
    // A slow machine takes longer for its looks; only another version after the limit is a failure.
    if (seen === 0 && performance.now() > end)
      throw new Error(`${version} was not live after ${SEEN_WITHIN_MS / 1000} s`);
    await wait(LOOK_EVERY_MS);
  }
}

/** Settings of a team's pipeline with these pins and this signing key. */
const teamWith = (
  { releaseEnv }: Cluster,
  pins: Pins,
  { privateKey }: { privateKey: KeyObject },
): Pick<Cluster, 'releaseEnv'> => ({
  releaseEnv: {
    ...releaseEnv,
    RELEASE_KEYS: JSON.stringify(pins),
    RELEASE_SIGNING_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  },
});

const promoteBy = ({ releaseEnv }: Pick<Cluster, 'releaseEnv'>, version: string) =>
  promote(releaseEnv.RELEASES_URL ?? '', APP, version, { trust: environmentTrust(releaseEnv), by: 'cluster test' });

/**
 * Replaces a release key by the steps of docs/runbook/rotate-keys.md, then promotes a release that the old key signed.
 * @returns a remark @throws when a release of the new key is not served, or the one of the old key is
 */
export async function replaceReleaseKey(cluster: Cluster): Promise<string> {
  const { settings } = cluster;
  const pins = JSON.parse(settings.RELEASE_KEYS ?? '{"apps":{}}') as Pins;
  const next = generateKeyPairSync('ed25519');
  const both = withKeys(pins, [...(pins.apps[APP]?.keys ?? []), keyText(next.publicKey)]);
  const without = withKeys(pins, [keyText(next.publicKey)]);

  settings.RELEASE_KEYS = JSON.stringify(both);
  await restartInTurn(cluster, 'composer');
  const team = teamWith(cluster, both, next);
  const signed: string[] = [];
  // Two releases, because a rollback must also lead to one that the new key signed.
  for (const name of ['new_key_1', 'new_key_2']) {
    const { next: version } = await anotherRelease(team, APP, name);
    await promoteBy(team, version);
    await untilLive(cluster, version);
    signed.push(version);
  }

  settings.RELEASE_KEYS = JSON.stringify(without);
  await restartInTurn(cluster, 'composer');
  const [before = '', live = ''] = signed;
  await untilLive(cluster, live);

  const { next: forged } = await anotherRelease(cluster, APP, 'old_key');
  await promoteBy(cluster, forged);
  await wait(ALARM_MS);
  if ((await view(cluster)).version !== live) throw new Error('a release of the withdrawn key was served');
  const { releaseEnv } = teamWith(cluster, without, next);
  await rollback(releaseEnv.RELEASES_URL ?? '', APP, { version: before, trust: environmentTrust(releaseEnv) });
  await untilLive(cluster, before);
  return 'the new key releases, the old one no more';
}
