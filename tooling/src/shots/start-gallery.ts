import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RunningGallery {
  url: string;
  /** Names of the components that it shows. */
  entries: string[];
  stop(): void;
}

/** Builds and serves the gallery on a free port. @throws when it ends before it is up */
export async function startGallery(): Promise<RunningGallery> {
  const folder = fileURLToPath(new URL('../../../shared-ui/', import.meta.url));
  const server = spawn(process.execPath, ['--import', 'tsx', 'gallery/serve.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /Gallery at (\S+)/.exec(line) ?? [];
    if (!url) continue;
    const entries: string[] = await (await fetch(`${url}/entries.json`)).json();
    return { url, entries, stop: () => server.kill() };
  }
  throw new Error('The gallery did not start. Run npm run gallery to see why.');
}
