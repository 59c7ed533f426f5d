import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { matchRoute } from '@wholepage/page-rules/address';
import { within } from '@wholepage/page-rules/time-limit';
import type { ComponentType } from 'react';
import { arrival, createPolicy } from './browser';
import { type Container, containerLeftBy, externalPolicy } from './container';
import { load, pageScopes, type ShareScope } from './share-scope';
import * as rules from './version-rules';

/* A remote of another bundler in this platform's host: its container, its files, and its lifecycles by the contract. */

/** A file of a release, with the integrity of its bytes. */
export interface PromisedFile {
  /** Path, relative to the file that names it. */
  file: string;
  integrity: string;
}

/** A module that the entry may import. */
export interface ExternalModule extends PromisedFile {
  /** Shared package that this module is a copy of. A remote never imports the module when the page offers the package. */
  copyOf?: { name: string; version: string; range: string };
}

/** A remote that another bundler built, as its release describes it. */
export interface ExternalRelease {
  app: string;
  /** The bundler's own entry. */
  entry: PromisedFile;
  /** `module`: the entry is imported; `script`: it runs as a script and leaves {@link global}. */
  type: 'module' | 'script';
  /** Global name of the container that a script leaves. */
  global: string;
  /** Modules that the entry may import. Each is preloaded with its integrity first. */
  modules: ExternalModule[];
  /** Form of its `./app`: lifecycles by this contract, the bridge of Module Federation, or a React component. */
  form: 'mount' | 'bridge' | 'component';
  /** Semver ranges of React that a component accepts. */
  react: Record<'react' | 'react-dom/client', string>;
  heads: ExternalHead[];
}

/** Title and description of a page, from `remote.json`. */
interface ExternalHead {
  /** Pattern of the page's path. */
  path: string;
  title: string;
  description: string;
}

/**
 * Returns the container that stands for an external remote in this platform's host. Its `./app` is the remote's, with
 * lifecycles by the contract. The next call retries a failed load.
 */
export function externalContainer(remote: ExternalRelease, at: string) {
  let scope: ShareScope = {};
  let opened: Promise<RemoteApp> | undefined;
  const open = async (): Promise<RemoteApp> => {
    const module = await openExternal(remote, new URL('.', at).href, scope);
    return lifecyclesOf(remote, module, scope);
  };
  return {
    init(shareScope: ShareScope): void {
      scope = shareScope;
    },
    async get(module: string): Promise<() => RemoteApp> {
      if (module !== './app') throw new Error(`${remote.app} exposes no ${module}.`);
      opened ??= open();
      opened.catch(() => {
        opened = undefined;
      });
      const app = await opened;
      return () => app;
    },
  };
}

const LIMIT_MS = 10_000;

/**
 * Loads the `./app` of an external remote, with the shares of its host.
 * @param base absolute address of its release's folder
 * @throws when a file does not load, the entry leaves no container, or the container does not respond in time
 */
async function openExternal(remote: ExternalRelease, base: string, shareScope: ShareScope): Promise<unknown> {
  const inTime = <T>(work: T | Promise<T>, what: string): Promise<T> =>
    within(Promise.resolve(work), LIMIT_MS, `${what} of ${remote.app}`);
  const container = await inTime(loadContainer(remote, base, shareScope), 'Loading the entry');
  const options = { version: '', shareScopeKeys: 'default' };
  Object.defineProperty(options, 'shareScopeMap', { value: pageScopes(shareScope) });
  await inTime(container.init(shareScope, [], options), '"init" of the container');
  const factory = await inTime(container.get('./app'), '"get" of the container');
  return factory();
}

async function loadContainer(
  { app, entry, type, global, modules }: ExternalRelease,
  base: string,
  scope: ShareScope,
): Promise<Container> {
  const at = (file: string) => new URL(file, base).href;
  if (type === 'module') {
    const wanted = modules.filter(({ copyOf }) => !copyOf || !rules.offers(scope, copyOf));
    await Promise.all([entry, ...wanted].map(({ file, integrity }) => preloadModule(at(file), integrity)));
    return (await import(/* webpackIgnore: true */ at(entry.file))) as Container;
  }
  return containerLeftBy(global, () => addScript(app, at(entry.file), entry.integrity));
}

let policy: { createScriptURL(url: string): string } | undefined;

function addScript(app: string, url: string, integrity: string): Promise<void> {
  policy ??= createPolicy(externalPolicy(app), { createScriptURL: (given: string) => given });
  const script = Object.assign(document.createElement('script'), { integrity, crossOrigin: 'anonymous', async: true });
  script.src = policy?.createScriptURL(url) ?? url;
  return arrival(script, url);
}

/** Preloads a module with its integrity. Browsers store modules by address, so `import()` gets the verified one. */
function preloadModule(url: string, integrity: string): Promise<void> {
  const link = { rel: 'modulepreload', href: url, integrity, crossOrigin: 'anonymous' };
  return arrival(Object.assign(document.createElement('link'), link), url);
}

/** Returns the lifecycles of a module that an external remote exposes. @throws when it does not have its declared form */
async function lifecyclesOf(remote: ExternalRelease, module: unknown, scope: ShareScope): Promise<RemoteApp> {
  if (remote.form === 'bridge') return bridged(remote, module);
  if (remote.form === 'component') return component(remote, module, scope);
  return mounted(remote.app, module);
}

const defaultOf = (module: unknown): unknown => (module as { default?: unknown } | null)?.default ?? module;

function mounted(app: string, module: unknown): RemoteApp {
  const given = (defaultOf(module) as Partial<RemoteApp>)?.mount ? defaultOf(module) : module;
  const { bootstrap = async () => {}, mount, unmount = async () => {} } = given as Partial<RemoteApp>;
  if (typeof mount !== 'function')
    throw new Error(`"./app" of ${app} exports no "mount": say its form in remote.json.`);
  return { bootstrap, mount, unmount };
}

/**
 * Returns lifecycles that render into an emptied slot, and set each page's head from `remote.json`: a bridge or a
 * component does not know the shell's `setHead`.
 * @param begin renders, and passes `onEnd` the function that ends it, as soon as there is something to end
 */
export function inSlot(
  heads: readonly ExternalHead[],
  begin: (props: MountProps, onEnd: (end: () => unknown) => void) => unknown,
): RemoteApp {
  const ends = new WeakMap<HTMLElement, (() => unknown)[]>();
  return {
    async bootstrap() {},
    async mount(props) {
      const { slot, shell, view = window } = props;
      const over: (() => unknown)[] = [];
      ends.set(slot, over);
      const name = (): void => {
        const head = heads.find(({ path }) => matchRoute(path, view.location.pathname));
        if (head) shell.setHead({ title: head.title, description: head.description });
      };
      slot.replaceChildren();
      await begin(props, (end) => over.unshift(end));
      view.addEventListener('popstate', name);
      over.unshift(() => view.removeEventListener('popstate', name));
      name();
    },
    async unmount({ slot }) {
      for (const end of ends.get(slot) ?? []) await end();
      slot.replaceChildren();
    },
  };
}

/** The part of Module Federation's bridge that a page needs. */
interface Bridge {
  render(info: { dom: HTMLElement; basename: string; config: unknown; shell: unknown }): unknown;
  destroy(info: { dom: HTMLElement }): unknown;
}

function bridged({ app, heads }: ExternalRelease, module: unknown): RemoteApp {
  const make = defaultOf(module);
  if (typeof make !== 'function') throw new Error(`"./app" of ${app} exports no bridge as its default.`);
  return inSlot(heads, ({ slot, config, shell }, onEnd) => {
    const bridge = make() as Bridge;
    onEnd(() => bridge.destroy({ dom: slot }));
    return bridge.render({ dom: slot, basename: '/', config, shell });
  });
}

async function component(
  { app, heads, react }: ExternalRelease,
  module: unknown,
  scope: ShareScope,
): Promise<RemoteApp> {
  const shared = async <T>(name: keyof typeof react): Promise<T> => {
    const factory = await load(scope, name, react[name], app, async () => rules);
    const todo = 'import it in ./app and share it, or expose a bridge';
    if (!factory) throw new Error(`${app} shares no "${name}" in ${react[name]}: ${todo}.`);
    return factory() as T;
  };
  const { createElement } = await shared<typeof import('react')>('react');
  const { createRoot } = await shared<typeof import('react-dom/client')>('react-dom/client');
  const Component = defaultOf(module) as ComponentType<{ config: unknown; shell: unknown }> | undefined;
  if (!Component) throw new Error(`"./app" of ${app} exports no component as its default.`);
  return inSlot(heads, ({ slot, config, shell }, onEnd) => {
    const root = createRoot(slot, { onUncaughtError: (error: unknown) => shell.fail(error) });
    onEnd(() => root.unmount());
    root.render(createElement(Component, { config, shell }));
  });
}
