import { leaveRuntime } from './bundler-runtime';
import { type Container, containerLeftBy } from './container';
import * as rules from './version-rules';

/** A remote that any Module Federation host opens by its `remoteEntry.js`. */
export interface ForeignRemote {
  /** Global name of its container. */
  name: string;
  /** Address of its folder, with a trailing slash. It is absolute, because the page is of another origin. */
  base: string;
  /** Runs the remote's entry, verified by its integrity. */
  loadEntry(): Promise<unknown>;
}

interface StartingBuild {
  p: string;
  federation: { initOptions: { name: string } };
}

interface SharingRuntime {
  bundlerRuntime: { init(options: { webpackRequire: StartingBuild }): unknown };
}

/** Globals that all copies of this code on a page share: the runtime, and the remotes' folders by name. */
interface PageGlobals {
  _FEDERATION_SHARING_RUNTIME?: SharingRuntime;
  _FEDERATION_BASES?: Record<string, string>;
}

const page = globalThis as PageGlobals;

/**
 * Provides a runtime for entries. It makes foreign remotes load their files from their own folder, because a build's
 * public path is relative to the site that it was released on. @returns the remotes' folders by name
 */
function provideRuntime(): Record<string, string> {
  if (page._FEDERATION_BASES) return page._FEDERATION_BASES;
  const bases: Record<string, string> = {};
  if (!page._FEDERATION_SHARING_RUNTIME) leaveRuntime(async () => rules);
  const host = page._FEDERATION_SHARING_RUNTIME as SharingRuntime;
  const { bundlerRuntime } = host;
  page._FEDERATION_BASES = bases;
  page._FEDERATION_SHARING_RUNTIME = {
    ...host,
    bundlerRuntime: {
      ...bundlerRuntime,
      init(options) {
        const { webpackRequire } = options;
        webpackRequire.p = bases[webpackRequire.federation.initOptions.name] ?? webpackRequire.p;
        return bundlerRuntime.init(options);
      },
    },
  };
  return bases;
}

/** Runs a remote's entry on any host's page. @returns its container @throws when the entry does not load, or leaves none */
export function openRemote({ name, base, loadEntry }: ForeignRemote): Promise<Container> {
  provideRuntime()[name] = base;
  return containerLeftBy(name, loadEntry);
}
