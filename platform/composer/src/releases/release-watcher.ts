import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inRounds, orAfter } from '@wholepage/page-rules/time-limit';
import { ReleaseError } from '@wholepage/releases/errors';
import { readRelease } from '@wholepage/releases/manifest';
import { follow, Generations } from '@wholepage/releases/registry/follow';
import { REGISTRY_FILE, readRegistry } from '@wholepage/releases/registry/registry';
import { writeWhole } from '@wholepage/releases/whole-files';
import { LRUCache } from 'lru-cache';
import { cacheTag } from '../http/response/send';
import { type Log, reason } from '../log';
import { LocalCopies } from './mirror';
import {
  type LoadedRelease,
  loadRelease,
  loadReleaseSet,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
  runOf,
  versionsOf,
} from './release-set';

/** Pause before refused releases are tried again: a full disk or lost connection may have been the cause. */
const RETRY_MS = 5_000;

/** Longest wait for a warm-up, enough for a process to start on a busy machine: endless code must not delay other releases. */
const WARM_LIMIT_MS = 1_000;

const canariesOf = ({ canaries }: ReleaseSet): string =>
  canaries.map((canary) => `${runOf(canary)} ${canary.percent} ${canary.deployment.extras.canary?.since}`).join();

/** Follows the registry: serves the newest valid set, and the last good one while none is valid. */
export class ReleaseWatcher {
  private current: ReleaseSet | undefined;
  private revision: string | undefined;
  private retryAt = Number.POSITIVE_INFINITY;
  /** Problems logged already: each is logged once, not at every poll. */
  private readonly reported = new LRUCache<string, true>({ max: 1_000 });
  private end = async (): Promise<void> => {};
  /** Why releases of the registry are not served, a sentence each. */
  refusals: readonly string[] = [];
  /** True while the registry cannot be read, or names no valid release. */
  isUnreadable = false;
  private checkedAll = false;
  /** Canaries judged worse, until the registry stops them. */
  private leftOut = new Set<string>();
  /** Releases of the current set whose code is not the published one; they get replaced. */
  private readonly invalid = new Set<LoadedRelease>();

  private readonly followed: FollowedSteps;
  private readonly copies: LocalCopies;
  /** Revision of the pins; a change verifies every served release again. */
  private pinned: string;

  /** Generation of the registry that is served. */
  generation = 0;

  constructor(private readonly source: ReleaseSource) {
    this.copies = new LocalCopies(source.keep?.bind(source), source.log);
    this.followed = new FollowedSteps(source.cacheDir, source.store.place);
    this.pinned = source.store.trust.revision();
  }

  /** @throws ReleaseError when the registry cannot be read or names no valid shell */
  async start(): Promise<void> {
    await this.refresh();
    const { store } = this.source;
    const round = async () => {
      await this.refresh();
      this.isUnreadable = false;
    };
    this.end = inRounds(store.pollMs, round, (error) => {
      this.isUnreadable = true;
      this.tell('warn', 'registry unreadable, the last good releases serve on', reason(error));
    });
  }

  get set(): ReleaseSet {
    if (!this.current) throw new Error('The release watcher was not started.');
    return this.current;
  }

  /** True once every release that was live at the start is copied or was refused. */
  get hasCheckedAll(): boolean {
    return this.checkedAll && this.copies.isReady;
  }

  /** Loads a published release, live or not. @throws ReleaseError when there is none, or it is not valid */
  load(app: string, version: string): Promise<LoadedRelease> {
    return loadRelease(this.source, app, { version });
  }

  /** Stops serving a canary, whatever the registry says. @param key of {@link runOf} */
  leaveOut(key: string): void {
    this.leftOut.add(key);
    const { current } = this;
    if (current) this.current = { ...current, canaries: current.canaries.filter((canary) => runOf(canary) !== key) };
  }

  async stop(): Promise<void> {
    this.copies.stop();
    await this.end();
  }

  private async refresh(): Promise<void> {
    const { store, log } = this.source;
    await this.followPins();
    const revision = await store.revision(REGISTRY_FILE);
    // An unreachable store has no revision: a start from the local copy does not count as a read.
    const isSame = revision !== undefined && revision === this.revision;
    if (this.current && isSame && this.invalid.size === 0 && performance.now() < this.retryAt) return;
    const seen = await this.followed.generations();
    const registry = await readRegistry(store);
    const site = await follow(store, registry, { seen });
    await this.followed.save().catch((error: unknown) => {
      this.tell('warn', 'followed steps not kept', reason(error));
    });
    let isTrying = false;
    const tryOut = (release: LoadedRelease) =>
      orAfter(this.source.tryOut(release), WARM_LIMIT_MS, () => {
        isTrying = true;
        throw new Error('it is still being tried out.');
      });
    const source = this.current ? { ...this.source, tryOut } : this.source;
    const { set, refused } = await loadReleaseSet(source, site, this.validReleases());
    this.refusals = refused;
    // With several replicas of the store, the next read may still return the former registry.
    const isOld = !isSame && registry.generation === this.generation;
    this.generation = registry.generation;
    if (!isTrying) for (const why of refused) this.tell('error', 'release refused', why);
    if (refused.length === 0) this.reported.clear();
    if (!set.apps.shell) throw new Error(`the registry in ${store.place} names no usable release of the shell.`);
    if (this.current) await this.warmNew(this.current, set);
    const listed = set.canaries.map(runOf);
    this.leftOut = new Set(listed.filter((key) => this.leftOut.has(key)));
    const canaries = set.canaries.filter((canary) => !this.leftOut.has(runOf(canary)));
    const wanted = { ...set, canaries, trust: this.pinned };
    const before = this.current;
    if (wanted.id !== before?.id || wanted.trust !== before.trust || canariesOf(wanted) !== canariesOf(before)) {
      this.current = wanted;
      if (before) void this.source.purge?.(before, wanted);
      else void this.prepareInTurn(wanted);
      log('info', 'releases live', { set: set.id, releases: versionsOf(set), canaries: canariesOf(wanted) });
      void this.copies.keep(set);
    }
    const served = new Set(releasesOf(set));
    for (const release of this.invalid) if (!served.has(release)) this.invalid.delete(release);
    // Releases still on trial are checked again in the next round.
    this.revision = isTrying ? undefined : revision;
    this.retryAt = refused.length > 0 || isOld ? performance.now() + RETRY_MS : Number.POSITIVE_INFINITY;
  }

  /** Verifies the served releases against changed pins: a withdrawn key revokes what it signed. */
  private async followPins(): Promise<void> {
    const { store } = this.source;
    const pinned = store.trust.revision();
    const trouble = store.trust.trouble();
    if (trouble) this.tell('error', 'RELEASE_KEYS not usable, the last one holds on', trouble);
    if (pinned === this.pinned || !this.current) return;
    let isVerified = true;
    for (const release of releasesOf(this.current)) {
      const { app, version } = release.manifest;
      await readRelease(store, app, version).catch((error: unknown) => {
        const refusal = error instanceof ReleaseError ? error.refusal : 'store';
        if (refusal === 'store') isVerified = false;
        else if (['not-signed', 'not-pinned'].includes(refusal)) this.invalid.add(release);
      });
    }
    if (isVerified) this.pinned = pinned;
    this.retryAt = 0;
  }

  /** Starts guests of new releases before they go live, so that visitors need not wait. */
  private async warmNew(before: ReleaseSet, now: ReleaseSet): Promise<void> {
    const known = new Set(releasesOf(before));
    const added = releasesOf(now).filter((release) => !known.has(release));
    await orAfter(Promise.all(added.map((release) => this.source.warm?.(release))), WARM_LIMIT_MS, () => undefined);
  }

  /** Verifies and loads all remotes' code after the start, which does not wait for it. */
  private async prepareInTurn(set: ReleaseSet): Promise<void> {
    for (const release of releasesOf(set)) await release.code.read().catch(() => this.invalid.add(release));
    this.checkedAll = true;
    for (const release of releasesOf(set)) await this.source.warm?.(release);
  }

  private validReleases(): ReleaseSet | undefined {
    const { current, invalid } = this;
    if (!current || invalid.size === 0) return current;
    const apps = Object.fromEntries(Object.entries(current.apps).filter(([, release]) => !invalid.has(release)));
    return { ...current, apps, canaries: current.canaries.filter(({ release }) => !invalid.has(release)) };
  }

  private tell(level: 'warn' | 'error', event: string, why: string): void {
    if (this.reported.has(why)) return;
    this.reported.set(why, true);
    this.source.log(level, event, { reason: why });
  }
}

/** Generations of the registry that this composer followed, across restarts: it never follows an older one. */
export class FollowedSteps {
  private readonly file: string;
  private known: Generations | undefined;

  /** @param place of the store; a new store starts from scratch */
  constructor(folder: string, place: string) {
    const id = createHash('sha256').update(place).digest('hex').slice(0, 12);
    this.file = join(folder, `followed-${id}.json`);
  }

  /** @throws when they cannot be read: without them an old registry could come back */
  async generations(): Promise<Generations> {
    this.known ??= new Generations(
      await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    );
    return this.known;
  }

  /** @throws when the disk is full: the generations then last until the next start */
  async save(): Promise<void> {
    const text = this.known?.text();
    if (text !== undefined) await writeWhole(this.file, text);
  }
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;

interface PurgeOptions {
  /** Takes `{"tags": […]}` by POST, as Cloudflare's API does. */
  url: string;
  /** Sent as a bearer token; empty sends none. */
  token: string;
  log: Log;
}

const outdatedTags = (before: ReleaseSet, now: ReleaseSet): string[] =>
  Object.values(before.apps)
    .filter(({ manifest: { app, version } }) => now.apps[app]?.manifest.version !== version)
    .map(({ manifest }) => cacheTag(manifest));

/**
 * Purges pages of releases that are not live any more from a cache in front. Each composer purges after its own change,
 * so that the last one also removes what the cache fetched from slower composers meanwhile.
 */
export const createPurge =
  ({ url, token, log }: PurgeOptions) =>
  async (before: ReleaseSet, now: ReleaseSet): Promise<void> => {
    const tags = outdatedTags(before, now);
    if (tags.length === 0) return;
    const ask = async () => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ tags }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (attempt === ATTEMPTS) return log('error', 'cache in front not purged', { tags, reason: reason(error) });
        await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  };
