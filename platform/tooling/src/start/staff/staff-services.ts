import { join } from 'node:path';
import type { StaffService } from '@wholepage/contracts/site';
import { ROOT } from '../../paths';
import { requireFreePorts } from '../../run/free-ports';
import { KeptService } from '../../run/kept-service';
import { startService, stopServices, waitUntilHealthy } from '../../run/spawn';
import { atSite, siteDefinition } from '../../site/definition';
import { portOf } from '../../site/environment';
import { runScript } from '../service-program';

const START_TIMEOUT_MS = 180_000;

interface StaffOptions {
  env: NodeJS.ProcessEnv;
  /** Names of those to start; all without it. */
  only?: readonly string[];
  /** False when {@link buildStaff} has made their programs: two that build in one folder take them from each other. */
  build?: boolean;
  /** Once aborted, none is started any more. */
  signal?: AbortSignal;
  say(line: string): void;
  /** Called with every other line of every service. */
  onLine(service: string, line: string): void;
}

const buildStaffService = (folder: string): Promise<void> => runScript(atSite(folder), join('scripts', 'build.ts'));

/** Builds the programs of all services of staff, and their clients. */
export async function buildStaff(): Promise<void> {
  const { staff = [] } = await siteDefinition();
  await Promise.all(staff.map(({ folder }) => buildStaffService(folder)));
}

/**
 * Builds and starts the services of staff. Their addresses are printed as they are; one that cannot be started is said, and
 * neither the others nor the site wait for it. In production only those start whose address is set.
 */
export async function startStaffServices({
  env,
  only,
  build = true,
  signal,
  say,
  onLine,
}: StaffOptions): Promise<KeptService[]> {
  const { staff = [] } = await siteDefinition();
  const wanted = staff.filter(
    ({ name, originVariable }) =>
      (!only || only.includes(name)) && (env.NODE_ENV !== 'production' || env[originVariable]),
  );
  const start = async ({ name, title, folder, port }: StaffService): Promise<KeptService[]> => {
    const tell = (line: string) => (line.startsWith(`${title}: `) ? say(line) : onLine(name, line));
    const dir = atSite(folder);
    const launch = () => startService(name, { args: [join(dir, 'dist', 'server.mjs')], env, cwd: ROOT, onLine: tell });
    try {
      const number = portOf(port, env);
      await requireFreePorts({ [port.variable]: number });
      if (build) await buildStaffService(folder);
      signal?.throwIfAborted();
      const first = launch();
      await waitUntilHealthy(first, `http://127.0.0.1:${number}/healthz`, START_TIMEOUT_MS).catch(async (error) => {
        await stopServices([first]);
        throw error;
      });
      return [new KeptService({ first, launch, say: (line) => onLine(name, line), ...(signal && { signal }) })];
    } catch (error) {
      if (!signal?.aborted) say(`${title} was not started: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  return (await Promise.all(wanted.map(start))).flat();
}
