/** What a remote's entry leaves under its name once it was run, by the protocol of Module Federation. */
export interface Container {
  init(shareScope: object, initScope?: object[], options?: object): unknown;
  get(module: string): Promise<() => unknown>;
}

/** The bundler's: it fills the scope in which builds share modules, and gives it. */
declare const __webpack_init_sharing__: (scope: string) => Promise<unknown>;
declare const __webpack_share_scopes__: Record<string, object>;

const SHARE_SCOPE = 'default';

/** The global name of an app's container. */
export const containerName = (app: string): string => app.replaceAll('-', '_');

/** The Trusted Types policy by which an external remote's entry is run. */
export const externalPolicy = (app: string): string => `external-${app}`;

const globals = globalThis as Record<string, unknown>;

/** What an app exposes under this name, in a scope in which it shares. @throws when its entry left no container, or that fails */
export async function moduleIn(scope: object, app: string, module: string): Promise<unknown> {
  const container = globals[containerName(app)] as Container | undefined;
  if (!container) throw new Error(`The entry of ${app} left no container.`);
  await container.init(scope, []);
  return (await container.get(module))();
}

/** What an app exposes under this name. Its entry must have been run. @throws when there is no container, or it fails */
export async function exposedModule(app: string, module: string): Promise<unknown> {
  await __webpack_init_sharing__(SHARE_SCOPE);
  const scope = __webpack_share_scopes__[SHARE_SCOPE];
  if (!scope) throw new Error('No share scope.');
  return moduleIn(scope, app, module);
}

/**
 * Runs an entry of another make, and gives the container that it leaves. The global name stays with the container that the host
 * knows.
 * @throws when the entry did not come, or left no container
 */
export async function containerLeftBy(name: string, runEntry: () => Promise<unknown>): Promise<Container> {
  const known = globals[name];
  await runEntry();
  const left = globals[name] as Container | undefined;
  globals[name] = known;
  if (!left || left === known) throw new Error(`The entry of ${name} left no container.`);
  return left;
}
