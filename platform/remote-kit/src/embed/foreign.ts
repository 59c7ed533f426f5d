import type { RemoteApp } from '@wholepage/contracts/mount';
import type { Container } from '@wholepage/federation/container';
import { openRemote } from '@wholepage/federation/open-remote';
import { createEmbed } from './create-embed';
import type { EmbedRelease } from './release';

async function fetchRelease(address: string, integrity: string): Promise<EmbedRelease> {
  const response = await fetch(address, { integrity, credentials: 'omit' });
  if (!response.ok) throw new Error(`${address} could not be fetched: ${response.status}`);
  return (await response.json()) as EmbedRelease;
}

/** What `remoteEntry.js` calls: its own name and address, what runs the entry, and `embed.json` with its digest. */
async function open(
  name: string,
  at: string,
  loadEntry: () => Promise<unknown>,
  embedFile: string,
  integrity: string,
): Promise<Container> {
  const base = new URL('..', at).href;
  const container = await openRemote({ name, base, loadEntry });
  return {
    init: (...given) => container.init(...given),
    async get(module) {
      if (module !== './embed') return container.get(module);
      const address = new URL(embedFile, at).href;
      const [release, app] = await Promise.all([fetchRelease(address, integrity), container.get('./app')]);
      const bridge = createEmbed({ address, release, app: app() as RemoteApp });
      return () => ({ default: bridge, __esModule: true });
    },
  };
}

Object.assign(globalThis, { _FEDERATION_FOREIGN: open });
