import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteApp } from 'contracts/mount';
import type { StageState } from './stage-state';

/** Loads the remote's container as the shell does, its integrity included. */
export async function loadApp({ name, entry, integrity }: StageState['remote']): Promise<RemoteApp> {
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript({ url }) {
        const script = Object.assign(document.createElement('script'), { src: url, async: true });
        if (integrity) script.integrity = integrity;
        return { script };
      },
    },
  ]);
  const federated = name.replaceAll('-', '_');
  registerRemotes([{ name: federated, entry: new URL(entry, window.location.href).href }]);
  const app = await loadRemote<RemoteApp>(`${federated}/app`);
  if (!app) throw new Error(`${name} exposes no app.`);
  return app;
}
