import { chmod, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workspaceApps } from '@wholepage/tooling/apps';
import { freePort } from '@wholepage/tooling/free-port';
import { packageDir } from '@wholepage/tooling/paths';
import { type Service, startService } from '@wholepage/tooling/spawn';
import { copyWorkspace, type WorkspaceCopy } from '@wholepage/tooling/workspace-copy';

const LONGEST_MS = 60_000;
const POLL_MS = 20;
const READY = 'From here on a change is seen at once.';

/** Sources of the whole site, with what was built of them, so that the start takes seconds. */
export async function copySite(): Promise<WorkspaceCopy> {
  const apps = workspaceApps();
  const copy = await copyWorkspace(...apps, 'api', 'payment-sandbox');
  // The database runs as a user of its own when we are root.
  await chmod(copy.root, 0o755);
  for (const app of apps) await cp(join(packageDir(app), 'dist'), join(copy.root, app, 'dist'), { recursive: true });
  return copy;
}

/** Site, API, and what else listens. */
export const devPorts = (): Promise<number[]> => Promise.all(Array.from({ length: 5 }, () => freePort()));

/** Starts `npm run dev` there. @param apps all, unless given @returns once every app has been read */
export async function startDev(root: string, ports: readonly number[], ...apps: string[]): Promise<Service> {
  const [site = 0, api = 0, ...others] = ports;
  const env = {
    ...process.env,
    DATA_DIR: join(root, 'var'),
    RELEASES_URL: '',
    PORT: String(site),
    COMPOSER_PRIVATE_PORT: String(others[0]),
    API_PORT: String(api),
    API_PRIVATE_PORT: String(others[1]),
    PAYMENT_SANDBOX_PORT: String(others[2]),
    SITE_ORIGIN: `http://localhost:${site}`,
    API_ORIGIN: '',
  };
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    const service = startService('dev', {
      args: ['--import', 'tsx', join(root, 'platform', 'tooling', 'src', 'cli.ts'), 'dev', ...apps],
      cwd: root,
      env,
      onLine(line) {
        lines.push(line);
        if (line.includes(READY)) resolve(service);
      },
    });
    void service.ended.then((code) => reject(new Error(`dev ended with ${code}:\n${lines.slice(-20).join('\n')}`)));
  });
}

/** Asks until it is so. @throws after a minute */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await pause(POLL_MS)) if (await isSo()) return;
  throw new Error(`Not seen within ${LONGEST_MS / 1000} s: ${what}.`);
}
