import type { FragmentsModule } from '@wholepage/contracts/fragment';
import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { exposedModule } from '@wholepage/federation/container';
import { fragmentAt } from './fragment-address';

const KEY = 'stage';

/**
 * Mounts what the address names: a fragment of the remote, or the page of the remote itself.
 * @returns what unmounts it
 * @throws Error when the remote has no such fragment
 */
export async function showOnStage(remote: string, app: RemoteApp, props: MountProps): Promise<() => Promise<void>> {
  const asked = fragmentAt(new URL(window.location.href));
  if (!asked) {
    await app.mount(props);
    return () => app.unmount(props);
  }
  const { fragments } = (await exposedModule(remote, './fragments')) as FragmentsModule;
  const fragment = await fragments[asked.name]?.();
  if (!fragment) {
    throw new Error(
      `${remote} has no fragment "${asked.name}". It has: ${Object.keys(fragments).join(', ') || 'none'}.`,
    );
  }
  const given = { ...props, ...asked, key: KEY };
  document.title = `${remote}/${asked.name}`;
  await fragment.bootstrap?.(given);
  await fragment.mount(given);
  return () => fragment.unmount(given);
}
