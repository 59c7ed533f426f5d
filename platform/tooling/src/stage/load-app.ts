import type { RemoteApp } from '@wholepage/contracts/mount';
import { exposedModule } from '@wholepage/federation/container';
import type { StageState } from './stage-state';

const run = (url: string, integrity: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true });
    if (integrity) script.integrity = integrity;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} could not be fetched, or is not the promised bytes.`));
    document.head.append(script);
  });

/** Loads the remote's container as the shell does, its integrity included. */
export async function loadApp({ name, entry, integrity }: StageState['remote']): Promise<RemoteApp> {
  await run(entry, integrity);
  return (await exposedModule(name, './app')) as RemoteApp;
}
