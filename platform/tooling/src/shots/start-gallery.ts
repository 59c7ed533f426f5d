import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../paths';
import { atSite, siteDefinition } from '../site/definition';

export interface RunningGallery {
  url: string;
  /** Names of the components that it shows. */
  entries: string[];
  stop(): void;
}

/** Builds and serves the gallery of this workspace on a free port. @throws when it ends before it is up */
export async function startGallery(root = ROOT): Promise<RunningGallery> {
  const { gallery } = await siteDefinition();
  if (!gallery) throw new Error('The site has no gallery: its definition names none.');
  const server = spawn(process.execPath, ['--import', 'tsx', 'gallery/serve.ts'], {
    cwd: join(root, relative(ROOT, atSite(gallery))),
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /Gallery at (\S+)/.exec(line) ?? [];
    if (!url) continue;
    const entries: string[] = await (await fetch(`${url}/entries.json`)).json();
    return { url, entries, stop: () => server.kill() };
  }
  throw new Error('The gallery did not start. Start it alone to see why.');
}
