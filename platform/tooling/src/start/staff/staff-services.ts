import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StaffService } from '@wholepage/contracts/site';
import { KeptService, stopKept } from '../../run/kept-service';
import { requireFreePorts } from '../../run/spawn';
import { atSite, CONSOLE, portOf, siteDefinition, staffOf } from '../../site/definition';
import { buildStaffService } from '../build/build-all';
import { askedToStop, besideComposer } from '../composer';

interface StaffOptions {
  env: NodeJS.ProcessEnv;
  /** Default: the site's; in production, those with an address in the settings. */
  services?: readonly StaffService[];
  /** False when `buildStaff` has built the programs, because two builds in one folder remove each other's files. */
  build?: boolean;
  /** Once aborted, no service is started. */
  signal?: AbortSignal;
  say(line: string): void;
  /** Called with every other line of every service. */
  onLine(service: string, line: string): void;
}

/** The longest wait for a service's address; a service that prints none is kept all the same. */
const ADDRESS_MS = 3_000;

/** Builds and starts the staff services. A failed start is printed and delays nothing. @throws Error for it in production */
export async function startStaffServices({
  env,
  services,
  build = true,
  signal,
  say,
  onLine,
}: StaffOptions): Promise<KeptService[]> {
  const isProduction = env.NODE_ENV === 'production';
  const wanted =
    services ?? staffOf(await siteDefinition()).filter(({ originVariable }) => !isProduction || env[originVariable]);
  const failures: string[] = [];
  const start = async ({ name, title, folder, port }: StaffService): Promise<KeptService[]> => {
    const said = new AbortController();
    const tell = (line: string) => {
      if (!line.startsWith(`${title}: `)) return onLine(name, line);
      say(line);
      said.abort();
    };
    try {
      const number = portOf(port, env);
      await requireFreePorts({ [port.variable]: number });
      if (build) await buildStaffService(folder);
      const service = await KeptService.start({
        name,
        args: [join(atSite(folder), 'dist', 'server.mjs')],
        env: besideComposer(env),
        health: `http://127.0.0.1:${number}/healthz`,
        signal,
        onLine: tell,
        say: (line) => onLine(name, line),
      });
      // The service answers before it prints the first person's sign-in link. In production there is none.
      if (!isProduction) await wait(ADDRESS_MS, undefined, { ref: false, signal: said.signal }).catch(() => {});
      return [service];
    } catch (error) {
      if (signal?.aborted) return [];
      const failure = `${title} was not started: ${error instanceof Error ? error.message : String(error)}`;
      if (isProduction) failures.push(failure);
      else say(failure);
      return [];
    }
  };
  const started = (await Promise.all(wanted.map(start))).flat();
  if (failures.length === 0) return started;
  await stopKept(started);
  throw new Error(failures.join('\n'));
}

/** `wholepage console`: starts the console alone. */
export async function startConsole(): Promise<void> {
  const { signal, stopped } = askedToStop();
  const say = (line: string) => console.log(line);
  const onLine = (_name: string, line: string) => say(line);
  const kept = await startStaffServices({ env: process.env, services: [CONSOLE], signal, say, onLine });
  if (kept.length === 0) process.exit(1);
  await stopped;
  await stopKept(kept);
  process.exit(0);
}
