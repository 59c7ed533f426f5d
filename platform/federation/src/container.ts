/** Container of a remote, by the protocol of Module Federation. The remote's entry leaves it as a global of the remote's name. */
export interface Container {
  init(shareScope: object, initScope?: object[], options?: object): unknown;
  get(module: string): Promise<() => unknown>;
}

/** Function of the bundler that fills a share scope. The scopes are in `__webpack_share_scopes__`. */
declare const __webpack_init_sharing__: (scope: string) => Promise<unknown>;
declare const __webpack_share_scopes__: Record<string, object>;

const SHARE_SCOPE = 'default';

/** The global name of an app's container. */
export const containerName = (app: string): string => app.replaceAll('-', '_');

/** Name of the Trusted Types policy for an external remote's entry. */
export const externalPolicy = (app: string): string => `external-${app}`;

const globals = globalThis as Record<string, unknown>;

/** Opens an app's container in a share scope. @returns an exposed module @throws when there is no container, or it fails */
export async function moduleIn(scope: object, app: string, module: string): Promise<unknown> {
  const container = globals[containerName(app)] as Container | undefined;
  if (!container) throw new Error(`The entry of ${app} left no container.`);
  await container.init(scope, []);
  return (await container.get(module))();
}

/** Returns a module that an app exposes. Its entry must have run. @throws when there is no container, or it fails */
export async function exposedModule(app: string, module: string): Promise<unknown> {
  await __webpack_init_sharing__(SHARE_SCOPE);
  const scope = __webpack_share_scopes__[SHARE_SCOPE];
  if (!scope) throw new Error('No share scope.');
  return moduleIn(scope, app, module);
}

/**
 * Runs an entry of another bundler or host, and returns its container. The global keeps the container that it had before.
 * @throws when the entry does not load, or leaves no container
 */
export async function containerLeftBy(name: string, runEntry: () => Promise<unknown>): Promise<Container> {
  const known = globals[name];
  await runEntry();
  const left = globals[name] as Container | undefined;
  globals[name] = known;
  if (!left || left === known) throw new Error(`The entry of ${name} left no container.`);
  return left;
}
