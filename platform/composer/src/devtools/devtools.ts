import { storedText } from '../http/response/send';
import { NO_PREVIEW, PREVIEW } from '../preview/previews';
import type { ReleaseSet } from '../releases/release-set';

/** Manifest of a release that another bundler built. */
const EXTERNAL_MANIFEST = 'external/mf-manifest.json';

export const DEVTOOLS_PATH = '/_devtools.js';

/** Returns the script's options, which its address carries. They are the same for all pages of a set. */
function optionsOf({ apps, preview }: ReleaseSet): DevtoolsOptions {
  const laidOver = preview?.releases.map(({ app, version }) => `${app}@${version}`) ?? [];
  const externals = Object.keys(apps).filter((app) => apps[app]?.manifest.files[EXTERNAL_MANIFEST]);
  return { laidOver, externals, ends: `?${PREVIEW}=${NO_PREVIEW}` };
}

export const devtoolsOf = (set: ReleaseSet): string =>
  `${DEVTOOLS_PATH}?${new URLSearchParams({ options: JSON.stringify(optionsOf(set)) })}`;

const TEXT = `(() => {
const __name = (named) => named;
const { searchParams } = new URL(document.currentScript.src);
(${pageDevtools})(JSON.parse(searchParams.get('options') ?? '{"laidOver":[],"externals":[],"ends":""}'));
})();
`;

export const devtoolsScript = storedText('text/javascript', TEXT);

/** Options of the page's script. */
interface DevtoolsOptions {
  /** `{app}@{build}` of each release that replaces the live one. */
  laidOver: string[];
  /** Apps that another bundler built, whose manifest is in its own folder. */
  externals: string[];
  /** Query parameter that ends a preview. */
  ends: string;
}

interface DevtoolsWindow {
  __SINGLE_SPA_DEVTOOLS__?: object;
  __FEDERATION__?: { moduleInfo?: Record<string, object> };
  importMapOverrides?: object;
}

declare global {
  interface Window extends DevtoolsWindow {}
}

/**
 * Runs in pages of previews and development, never in visitors'. Provides what three tools look for: the snapshot of
 * Module Federation's DevTools, the switch of single-spa-inspector, and the API of import-map-overrides. It is sent as
 * text, and may refer to nothing outside.
 */
export function pageDevtools({ laidOver, externals, ends }: DevtoolsOptions): void {
  interface Manifest {
    metaData: {
      globalName: string;
      remoteEntry: { name: string; path: string };
      buildInfo?: { buildVersion?: string };
    };
    shared?: { name: string; version: string }[];
    exposes: { name: string; path: string }[];
  }
  interface Remote {
    name: string;
    version: string;
    entry: string;
  }
  const tools: DevtoolsWindow = window;
  // single-spa adds its methods here when it loads, with the first navigation.
  tools.__SINGLE_SPA_DEVTOOLS__ ??= {};

  const read = async <T>(path: string): Promise<T> => (await fetch(path)).json() as Promise<T>;
  const manifestOf = async (address: string): Promise<Manifest | undefined> => {
    // A development server has no manifest, and a failed request is an error on the console.
    return new URL(address).pathname.startsWith('/_releases/') ? read<Manifest>(address) : undefined;
  };
  const set = read<{ id: string }>('/_sets/live.json').then(({ id }) =>
    read<{ shell: string; remotes: Remote[] }>(`/_sets/${id}.json`),
  );

  async function fillSnapshot(): Promise<void> {
    const { shell, remotes } = await set;
    tools.__FEDERATION__ ??= {};
    tools.__FEDERATION__.moduleInfo ??= {};
    const { moduleInfo } = tools.__FEDERATION__;
    const remotesInfo: Record<string, { matchedVersion: string }> = {};
    for (const { name, version, entry } of remotes) {
      const folder = new URL('.', new URL(entry, location.href)).href;
      const address = `${folder}${externals.includes(name) ? 'external/' : ''}mf-manifest.json`;
      const manifest = await manifestOf(address).catch(() => undefined);
      remotesInfo[name] = { matchedVersion: version };
      moduleInfo[`${name}:${version}`] = {
        globalName: manifest?.metaData.globalName ?? name.replaceAll('-', '_'),
        version: address,
        buildVersion: version,
        remoteEntry: entry,
        remoteEntryType: 'global',
        publicPath: folder,
        remotesInfo: {},
        shared: (manifest?.shared ?? []).map((shared) => ({ sharedName: shared.name, version: shared.version })),
        modules: (manifest?.exposes ?? []).map((exposed) => ({ moduleName: exposed.name, modulePath: exposed.path })),
      };
    }
    moduleInfo['shell'] = { version: shell, remoteEntry: '', remotesInfo, shared: [], modules: [] };
  }

  // The preview bar outlines parts by styles. After a soft navigation the page's owner changes without the server.
  const nameSlot = (name: string | undefined) => {
    if (name) document.querySelector('#slot')?.setAttribute('data-remote', name);
  };
  nameSlot(JSON.parse(document.querySelector('#page-state')?.textContent ?? '{}').remote?.name);
  window.addEventListener('single-spa:app-change', (event) => {
    const { appsByNewStatus } = (event as CustomEvent<{ appsByNewStatus?: { MOUNTED?: string[] } }>).detail;
    nameSlot(appsByNewStatus?.MOUNTED?.[0]);
  });

  const go = (search: string): void => location.assign(location.pathname + search);
  const overrides = (): Record<string, string> =>
    Object.fromEntries(laidOver.map((text) => [text.split('@')[0] ?? '', text.slice(text.indexOf('@') + 1)]));
  const entries = async (): Promise<{ imports: Record<string, string> }> => {
    const { remotes } = await set;
    return {
      imports: Object.fromEntries(remotes.map(({ name, entry }) => [name, new URL(entry, location.href).href])),
    };
  };
  tools.importMapOverrides = {
    addOverride: (app: string, build: string) => go(`?override=${encodeURIComponent(`${app}@${build}`)}`),
    removeOverride: () => go(ends),
    resetOverrides: () => go(ends),
    hasOverrides: () => laidOver.length > 0,
    getOverrideMap: () => ({ imports: overrides() }),
    getCurrentPageMap: entries,
    getNextPageMap: entries,
    getDefaultMap: entries,
    getDisabledOverrides: () => [],
    isDisabled: () => false,
  };
  fillSnapshot().catch((error: unknown) => console.warn('DevTools find no snapshot.', error));
}
