import { within } from '../deadline';
import { pageScopes } from '../sharing/page-scopes';
import { offers, type ShareScope } from '../sharing/share-scope';
import { createPolicy } from '../trusted-types';
import { guestPolicy } from './policy';

/** What a guest's entry gives, by the protocol of Module Federation. */
interface Container {
  init(shareScope: object, initScope: object[], options: object): unknown;
  get(module: string): Promise<() => unknown>;
}

/** A file of the guest below its release's folder, and the digest by which its bytes are known. */
export interface GuestFile {
  file: string;
  integrity: string;
}

/** A module of a guest. */
export interface GuestModule extends GuestFile {
  /** What it is a copy of: a guest never imports it where the page has that. */
  copyOf?: { name: string; version: string; range: string };
}

/** A remote that another bundler built, as its release describes it. */
export interface Guest {
  app: string;
  /** The bundler's own entry. */
  entry: GuestFile;
  /** `module`: it is imported; otherwise it is a script that leaves {@link global}. */
  type: 'module' | 'script';
  /** Global name of the container that a script leaves. */
  global: string;
  /** Modules that the entry may import: each is fetched with its digest before. */
  modules: GuestModule[];
  /** The module that becomes `./app`. */
  expose: string;
}

const LIMIT_MS = 10_000;
const globals = globalThis as Record<string, unknown>;

const arrival = (element: HTMLElement, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error(`${url} did not come, or is not the promised bytes`));
    };
    document.head.append(element);
  });

let policy: { createScriptURL(url: string): string } | undefined;

function addScript(app: string, url: string, integrity: string): Promise<void> {
  policy ??= createPolicy(guestPolicy(app), { createScriptURL: (given: string) => given });
  const script = Object.assign(document.createElement('script'), { integrity, crossOrigin: 'anonymous', async: true });
  script.src = policy?.createScriptURL(url) ?? url;
  return arrival(script, url);
}

/** Browsers keep a module by its address: `import()` gets what was held against its digest here. */
const preloadModule = (url: string, integrity: string): Promise<void> =>
  arrival(
    Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      href: url,
      integrity,
      crossOrigin: 'anonymous',
    }),
    url,
  );

async function loadContainer(
  { app, entry, type, global, modules }: Guest,
  base: string,
  scope: ShareScope,
): Promise<Container> {
  const at = (file: string) => new URL(file, base).href;
  if (type === 'module') {
    const wanted = modules.filter(({ copyOf }) => !copyOf || !offers(scope, copyOf));
    await Promise.all([entry, ...wanted].map(({ file, integrity }) => preloadModule(at(file), integrity)));
    return (await import(/* webpackIgnore: true */ at(entry.file))) as Container;
  }
  const before = globals[global];
  await addScript(app, at(entry.file), entry.integrity);
  const container = globals[global] as Container | undefined;
  globals[global] = before;
  if (!container || container === before) throw new Error(`The entry of ${app} left no container "${global}".`);
  return container;
}

/**
 * Loads what a guest exposes, with the shares of its host.
 * @param base absolute address of its release's folder
 * @throws when a file did not come, the entry left nothing, or its container does not answer
 */
export async function openGuest(guest: Guest, base: string, shareScope: ShareScope): Promise<unknown> {
  const container = await within(loadContainer(guest, base, shareScope), LIMIT_MS, `Loading the entry of ${guest.app}`);
  const options = { version: '', shareScopeKeys: 'default' };
  Object.defineProperty(options, 'shareScopeMap', { value: pageScopes(shareScope) });
  const opening = Promise.resolve(container.init(shareScope, [], options));
  await within(opening, LIMIT_MS, `"init" of the container of ${guest.app}`);
  const factory = await within(
    Promise.resolve(container.get(guest.expose)),
    LIMIT_MS,
    `"get" of the container of ${guest.app}`,
  );
  return factory();
}
