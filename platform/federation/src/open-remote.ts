import { leaveRuntime } from './bundler-runtime';
import { type Container, containerLeftBy } from './container';
import * as rules from './version-rules';

/** A remote that a host of any make opens by its `remoteEntry.js`. */
export interface ForeignRemote {
  /** Global name of its container. */
  name: string;
  /** Where its files lie, with a trailing slash: an absolute address, for the page is of another origin. */
  base: string;
  /** Runs the remote's entry, as bytes that were promised. */
  loadEntry(): Promise<unknown>;
}

interface StartingBuild {
  p: string;
  federation: { initOptions: { name: string } };
}

interface SharingRuntime {
  bundlerRuntime: { init(options: { webpackRequire: StartingBuild }): unknown };
}

/** Shared by all copies of this code on a page: where the remotes' files lie, by their names. */
interface PageGlobals {
  _FEDERATION_SHARING_RUNTIME?: SharingRuntime;
  _FEDERATION_BASES?: Record<string, string>;
}

const page = globalThis as PageGlobals;

/**
 * Sees to it that entries find a runtime, and that those of foreign remotes load their files from where they came from. A
 * build's own public path is relative to the site that it was released on.
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

/** Runs a remote's entry in a page of any host, and gives its container. @throws when the entry did not come, or left none */
export function openRemote({ name, base, loadEntry }: ForeignRemote): Promise<Container> {
  provideRuntime()[name] = base;
  return containerLeftBy(name, loadEntry);
}
