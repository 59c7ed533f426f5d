import { join } from 'node:path';
import { packageDir, ROOT } from '../paths';
import { requireFreePorts } from '../run/free-ports';
import { KeptService } from '../run/kept-service';
import { startService, stopServices, waitUntilHealthy } from '../run/spawn';
import { runBuildScript } from './build-all';

const START_TIMEOUT_MS = 60_000;

/** Services for the site's own people, each at an address of its own. */
const STAFF_SERVICES = [
  { name: 'console', title: 'Console', port: 'CONSOLE_PORT', origin: 'CONSOLE_ORIGIN', at: 3300 },
];

interface StaffOptions {
  env: NodeJS.ProcessEnv;
  say(line: string): void;
  /** Told every other line of every service. */
  onLine(service: string, line: string): void;
}

/**
 * Builds and starts the services of staff. Their addresses are printed as they are; one that cannot be started is said, and
 * neither the others nor the site wait for it. In production only those start whose address is set.
 */
export async function startStaffServices({ env, say, onLine }: StaffOptions): Promise<KeptService[]> {
  const wanted = STAFF_SERVICES.filter(({ origin }) => env.NODE_ENV !== 'production' || env[origin]);
  const start = async ({ name, title, port, at }: (typeof STAFF_SERVICES)[number]): Promise<KeptService[]> => {
    const tell = (line: string) => (line.startsWith(`${title}: `) ? say(line) : onLine(name, line));
    const launch = () =>
      startService(name, { args: [join(packageDir(name), 'dist', 'server.mjs')], env, cwd: ROOT, onLine: tell });
    try {
      const number = Number(env[port] || at);
      await requireFreePorts({ [port]: number });
      await runBuildScript(name);
      const first = launch();
      await waitUntilHealthy(first, `http://127.0.0.1:${number}/healthz`, START_TIMEOUT_MS).catch(async (error) => {
        await stopServices([first]);
        throw error;
      });
      return [new KeptService({ first, launch, say: (line) => onLine(name, line) })];
    } catch (error) {
      say(`${title} was not started: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  return (await Promise.all(wanted.map(start))).flat();
}
