import { join } from 'node:path';
import type { SiteDefinition, SiteService } from '@wholepage/contracts/site';
import { privatePortBeside } from '@wholepage/page-rules/address';
import { parseAs } from '@wholepage/releases/store/store';
import * as z from 'zod';
import { KeptService, stopKept } from '../run/kept-service';
import { requireFreePorts } from '../run/spawn';
import { atSite, portOf, siteDefinition, siteEnvironment } from '../site/definition';
import { programOf } from './build/build-all';
import { besideComposer, composerPlan, type Plan } from './composer';

export const wantedServices = ({ services = [] }: SiteDefinition, env: NodeJS.ProcessEnv): SiteService[] =>
  services.filter(({ isWanted }) => isWanted?.(env) ?? true);

/** Checks the ports of {@link startServices} early. @throws Error with the port that is taken */
export async function requireServicePorts(env: NodeJS.ProcessEnv): Promise<void> {
  await requireFreePorts(Object.assign({}, ...(await plansOf(env)).map(({ ports }) => ports)));
}

interface ServicesOptions {
  env: NodeJS.ProcessEnv;
  /** A promise for each program that is being built, by its name. */
  programs?: ReadonlyMap<string, Promise<void>>;
  /** The releases, which only the composer's start waits for. */
  releases?: Promise<void>;
  /** Once aborted, no service is started again. */
  signal?: AbortSignal;
  onLine(service: string, line: string): void;
}

/** Turns a log line of JSON into text for people. Other lines stay as they are. */
export function readable(line: string): string {
  const entry = parseAs(z.record(z.string(), z.unknown()), line);
  if (!entry) return line;
  const { level, time: _time, pid: _pid, hostname: _hostname, msg, event, err, ...about } = entry;
  const isWarning = typeof level === 'number' ? level >= PINO_WARNING : /^(warn|error|fatal)/.test(String(level));
  const told = Object.entries(about).filter(([name, value]) => name !== 'app' || value !== 'composer');
  const words = told.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const says = [isWarning && '⚠', event, msg, ...words].filter(Boolean).join(' ').slice(0, LONGEST_LINE);
  return err ? `${says}\n${stack ?? message ?? JSON.stringify(err)}` : says;
}

const PINO_WARNING = 40;
const LONGEST_LINE = 300;

/** Prints the lines of services: as text for people, or unchanged for programs, as in production. */
export const lineTeller =
  (say: (line: string) => void, isForProgram = process.env.NODE_ENV === 'production') =>
  (name: string, line: string): void =>
    say(`[${name}] ${isForProgram ? line : readable(line)}`);

export const argumentsOf = (service: SiteService): string[] => [
  ...(service.nodeOptions ?? []),
  join(atSite(service.folder), programOf(service)),
];

/** The environment of one of the site's services. An empty setting counts as unset. */
export const environmentOf = (service: SiteService, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const following = Object.entries(service.settingsFor?.(env) ?? {});
  return { ...env, ...Object.fromEntries(following.filter(([name]) => !env[name])) };
};

function planOf(service: SiteService, env: NodeJS.ProcessEnv): Plan {
  const { name, port, deploy: { privatePort } = {} } = service;
  const number = portOf(port, env);
  const beside = privatePort && Number(env[privatePort] || privatePortBeside(number));
  return {
    name,
    args: argumentsOf(service),
    env: environmentOf(service, besideComposer(env)),
    health: `http://127.0.0.1:${number}/healthz`,
    ports: { [port.variable]: number, ...(privatePort && beside && { [privatePort]: beside }) },
  };
}

/** The plans of all programs with these settings: the services of the definition, then the composer. */
async function plansOf(given: NodeJS.ProcessEnv): Promise<Plan[]> {
  const site = await siteDefinition();
  const env = siteEnvironment(site, given);
  return [...wantedServices(site, env).map((one) => planOf(one, env)), composerPlan(env, site.port?.variable)];
}

/** Starts services and composer, each as soon as it is built, and keeps them. @throws Error with the one that did not start */
export async function startServices({
  env,
  programs,
  releases,
  signal,
  onLine,
}: ServicesOptions): Promise<KeptService[]> {
  const start = async (plan: Plan) => {
    await Promise.all([programs?.get(plan.name), plan.name === 'composer' && releases]);
    // Another start may have taken the ports meanwhile.
    await requireFreePorts(plan.ports);
    return KeptService.start({ ...plan, signal, onLine: (line) => onLine(plan.name, line) });
  };
  const outcomes = await Promise.allSettled((await plansOf(env)).map(start));
  const services = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return services;
  await stopKept(services);
  throw failed.reason;
}
