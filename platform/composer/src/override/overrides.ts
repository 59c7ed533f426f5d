import type { IncomingMessage, ServerResponse } from 'node:http';
import { versionSchema } from '@wholepage/contracts/release';
import { appNameSchema, SHELL } from '@wholepage/contracts/version';
import { isHosted } from '@wholepage/releases/hosting';
import { LRUCache } from 'lru-cache';
import { readCookie } from '../http/cookies';
import { sendText } from '../http/response/send';
import { type Log, reason } from '../log';
import { type LoadedRelease, type ReleaseSet, setId } from '../releases/release-set';

const RELEASES_KEPT = 20;

interface OverridesOptions {
  /** The site has an https address: then so has the cookie. */
  secure: boolean;
  currentSet(): ReleaseSet;
  /** @throws ReleaseError when there is no such release, or it does not hold */
  load(app: string, version: string): Promise<LoadedRelease>;
  log: Log;
}

/** The live release, with what the visitor's machine serves in place of its browser's code. @throws Error in one sentence */
function inDevelopment({ app, build }: Override, live: ReleaseSet): LoadedRelease {
  const release = live.apps[app];
  if (!release || app === SHELL) throw new Error(`there is no live remote ${app} to lay it over; release it once.`);
  // Nobody knows which policies a build makes that was never described.
  const { policies: _policies, ...manifest } = release.manifest;
  return { ...release, manifest, devOrigin: build };
}

/** Lets people see the whole site with one app of another published version. What they see is kept for nobody. */
export class Overrides {
  private readonly loaded = new LRUCache<string, LoadedRelease>({ max: RELEASES_KEPT });

  constructor(private readonly options: OverridesOptions) {}

  /** Answers `?override=…`: notes it for this browser and leads to the page itself. @returns undefined for other addresses */
  enter(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | undefined {
    const asked = url.searchParams.get(OVERRIDE);
    return asked === null ? undefined : this.change(request, response, url, asked);
  }

  /** The set of a visitor who brings an override; undefined for all others, and for one that came to nothing. */
  async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet | undefined> {
    const override = overrideOf(request.headers.cookie);
    if (!override) return undefined;
    try {
      const set = await this.setWith(override);
      response.setHeader('cache-control', 'private, no-store');
      response.setHeader('vary', 'cookie');
      return set;
    } catch (error) {
      this.options.log('warn', 'override given up', { remote: override.app, reason: reason(error) });
      response.setHeader('set-cookie', overrideCookie(undefined, this.options.secure));
      return undefined;
    }
  }

  /** Whether this visitor brings one. */
  isBrought({ headers }: IncomingMessage): boolean {
    return headers.cookie !== undefined && overrideOf(headers.cookie) !== undefined;
  }

  private async change(request: IncomingMessage, response: ServerResponse, url: URL, asked: string): Promise<void> {
    const override = asked === NO_OVERRIDE ? undefined : readOverride(asked);
    if (!override && asked !== NO_OVERRIDE) {
      const text = `"${asked.slice(0, 100)}" is not an override: say ?${OVERRIDE}=articles@1.0.0-3fa9c2d1 or ?${OVERRIDE}=articles@http://localhost:3003, or ?${OVERRIDE}=${NO_OVERRIDE} to end it.`;
      return sendText(request, response, 400, text);
    }
    try {
      if (override) await this.setWith(override);
    } catch (error) {
      const text = `${override?.app} ${override?.build} cannot be shown: ${reason(error)}`;
      return sendText(request, response, 404, text);
    }
    const here = new URL(url);
    here.searchParams.delete(OVERRIDE);
    return sendText(request, response, 303, override ? `With ${overrideText(override)}.` : 'The live site.', {
      location: here.pathname + here.search,
      'set-cookie': overrideCookie(override, this.options.secure),
    });
  }

  private async published(override: Override): Promise<LoadedRelease> {
    const key = overrideText(override);
    const release = this.loaded.get(key) ?? (await this.options.load(override.app, override.build));
    this.loaded.set(key, release);
    return release;
  }

  /** @throws Error in one sentence when it is unavailable, or the shell of the set does not host it */
  private async setWith(override: Override): Promise<ReleaseSet> {
    const { app } = override;
    const live = this.options.currentSet();
    const release = isOnOwnMachine(override.build) ? inDevelopment(override, live) : await this.published(override);
    return { ...layOver(live, [release]), override: { ...override, live: live.apps[app]?.manifest.version } };
  }
}

/** Parameter of an address, and cookie, by which QA lays another release over the live site. */
export const OVERRIDE = 'override';
/** Value that ends it. */
export const NO_OVERRIDE = 'none';

/** What one visitor sees in place of a live release. */
export interface Override {
  app: string;
  /** Version of a published release, or origin of a development server on the visitor's own machine. */
  build: string;
}

/**
 * Only the visitor's own machine: a link must not bring somebody else's scripts into a page. The composer itself never
 * asks there, which is another machine than its own.
 */
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1):\d{2,5}$/;

const isOnOwnMachine = (build: string): boolean => OWN_MACHINE.test(build);

/** Reads `articles@1.0.0-3fa9c2d1` and `articles@http://localhost:3003`. @returns undefined for anything else */
function readOverride(text: string): Override | undefined {
  const [app = '', build = '', ...more] = text.split('@');
  const isBuild = isOnOwnMachine(build) || versionSchema.safeParse(build).success;
  return isBuild && appNameSchema.safeParse(app).success && more.length === 0 ? { app, build } : undefined;
}

export const overrideText = ({ app, build }: Override): string => `${app}@${build}`;

/** The override that a visitor brings; undefined without one, or with what is none. */
function overrideOf(cookies: string | undefined): Override | undefined {
  const value = readCookie(cookies, OVERRIDE);
  return value === undefined ? undefined : readOverride(value);
}

/** Kept until the browser is closed. @param override undefined takes it back */
const overrideCookie = (override: Override | undefined, secure: boolean): string =>
  `${OVERRIDE}=${override ? overrideText(override) : ''}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${override ? '' : '; Max-Age=0'}`;

/**
 * The live set with these releases in place of its own, for one visitor.
 * @throws Error in one sentence when the shell of the set does not host one of them
 */
export function layOver(live: ReleaseSet, releases: readonly LoadedRelease[]): ReleaseSet {
  const laid = Object.fromEntries(releases.map((release) => [release.manifest.app, release]));
  const apps = { ...live.apps, ...laid };
  const { shell } = apps;
  // Under another shell all remotes are looked at.
  for (const { manifest } of laid[SHELL] ? Object.values(apps) : releases) {
    if (manifest.app === SHELL || !shell || isHosted(manifest.contract, shell.manifest)) continue;
    throw new Error(
      `${manifest.app} ${manifest.version} speaks contract ${manifest.contract}, which shell ${shell.manifest.version} does not host.`,
    );
  }
  return { ...live, id: setId(apps), apps, canaries: [] };
}
