import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { load, type ShareScope } from '../sharing/share-scope';

/** What a guest's `./app` is: lifecycles as this contract has them, the bridge of Module Federation, or a React component. */
export type GuestForm = 'mount' | 'bridge' | 'component';

/** Of Module Federation's bridge, as much as a page needs. */
interface Bridge {
  render(info: { dom: HTMLElement; basename: string; config: unknown; shell: unknown }): unknown;
  destroy(info: { dom: HTMLElement }): unknown;
}

interface ReactModule {
  createElement(type: unknown, props: object): unknown;
}

interface ReactDomClient {
  createRoot(dom: HTMLElement, options?: object): { render(tree: unknown): void; unmount(): void };
}

/** Versions of React that the guest takes. */
export interface GuestReact {
  react: string;
  'react-dom/client': string;
}

const defaultOf = (module: unknown): unknown => (module as { default?: unknown } | null)?.default ?? module;

function mounted(app: string, module: unknown): RemoteApp {
  const given = (defaultOf(module) as Partial<RemoteApp>)?.mount ? defaultOf(module) : module;
  const { bootstrap = async () => {}, mount, unmount = async () => {} } = given as Partial<RemoteApp>;
  if (typeof mount !== 'function')
    throw new Error(`"./app" of ${app} exports no "mount": say its form in remote.json.`);
  return { bootstrap, mount, unmount };
}

function bridged(app: string, module: unknown): RemoteApp {
  const make = defaultOf(module);
  if (typeof make !== 'function') throw new Error(`"./app" of ${app} exports no bridge as its default.`);
  const bridges = new WeakMap<HTMLElement, Bridge>();
  return {
    async bootstrap() {},
    async mount({ slot, config, shell }) {
      const bridge = make() as Bridge;
      bridges.set(slot, bridge);
      slot.replaceChildren();
      await bridge.render({ dom: slot, basename: '/', config, shell });
    },
    async unmount({ slot }) {
      await bridges.get(slot)?.destroy({ dom: slot });
      slot.replaceChildren();
    },
  };
}

async function component(app: string, module: unknown, scope: ShareScope, ranges: GuestReact): Promise<RemoteApp> {
  const shared = async <T>(name: keyof GuestReact): Promise<T> => {
    const factory = await load(scope, name, ranges[name]);
    if (!factory) throw new Error(`${app} shares no "${name}" in ${ranges[name]}: share it, or expose a bridge.`);
    return factory() as T;
  };
  const { createElement } = await shared<ReactModule>('react');
  const { createRoot } = await shared<ReactDomClient>('react-dom/client');
  const Component = defaultOf(module);
  if (!Component) throw new Error(`"./app" of ${app} exports no component as its default.`);
  const roots = new WeakMap<HTMLElement, ReturnType<typeof createRoot>>();
  return {
    async bootstrap() {},
    async mount({ slot, config, shell }: MountProps) {
      slot.replaceChildren();
      const root = createRoot(slot, { onUncaughtError: (error: unknown) => shell.fail(error) });
      roots.set(slot, root);
      root.render(createElement(Component, { config, shell }));
    },
    async unmount({ slot }) {
      roots.get(slot)?.unmount();
      slot.replaceChildren();
    },
  };
}

/** The lifecycles of what a guest exposes. @throws when it is not of the form that it says */
export async function lifecyclesOf(
  { app, form, react }: { app: string; form: GuestForm; react: GuestReact },
  module: unknown,
  scope: ShareScope,
): Promise<RemoteApp> {
  if (form === 'bridge') return bridged(app, module);
  if (form === 'component') return component(app, module, scope, react);
  return mounted(app, module);
}
