import { join, relative } from 'node:path';
import {
  type Deployment,
  SITE_PORT,
  type SiteDefinition,
  type SiteService,
  type StaffService,
} from '@wholepage/contracts/site';
import { privatePortBeside } from '@wholepage/page-rules/address';
import { titleOf } from '../new-repository/repository';
import { isPacked, packageDir, ROOT, SITE_DIR, workspaceRemotes } from '../paths';
import { atSite, CONSOLE, staffOf } from '../site/definition';
import { composerArguments, composerEnvironment } from '../start/composer';
import { argumentsOf, wantedServices } from '../start/services';

/* The processes of production: composers, the site's services, and staff services. `deploy files` derives all files from it. */

type Settings = Readonly<Record<string, string>>;

export interface Process {
  name: string;
  kind: 'composer' | 'service' | 'staff';
  /** Title for people: "API on port 3100". */
  title: string;
  /** Image, named by its service. */
  image: string;
  /** Node options and program, relative to the workspace's root. */
  args: readonly string[];
  /** The same in an image. */
  imageArgs: readonly string[];
  port: number;
  settings: { port: string; privatePort?: string };
  privatePort?: number;
  env: Settings;
  copies: number;
  /** Whether several copies may run. */
  grows: boolean;
  /** Settings file: `site`, or its own. */
  secrets: string;
  memory: { request: string; limit: string; cpu: string };
  deploy: Deployment;
}

/** The site's processes. */
export interface Plan {
  processes: readonly Process[];
  composer: Process;
  /** Answers `/api/` of the site. */
  api?: Process;
  /** Back ends of remotes, by remote. */
  backEnds: Readonly<Record<string, Process>>;
  staff: readonly (Process & { originVariable: string })[];
  site: SiteDefinition;
  /** A remote for examples. */
  remote: string;
  /** Whether a process needs a database. */
  hasDatabase: boolean;
  /** The site's folder, for the composer. */
  siteDir: string;
}

const fromRoot = (path: string): string => relative(ROOT, path);

/** Returns a platform package's folder below the root: its sources, or the installed package. */
const platformFolder = (name: string): string =>
  isPacked ? join('node_modules', '@wholepage', name) : fromRoot(packageDir(name));

function composerOf({ port = SITE_PORT }: SiteDefinition): Process {
  const options = composerArguments().slice(0, -1);
  const program = join('dist', 'server', 'server.mjs');
  return {
    name: 'composer',
    kind: 'composer',
    title: 'Composer',
    image: 'composer',
    args: [...options, join(platformFolder('composer'), program)],
    imageArgs: [...options, join('platform', 'composer', program)],
    port: port.default,
    privatePort: privatePortBeside(port.default),
    settings: { port: 'PORT', privatePort: 'COMPOSER_PRIVATE_PORT' },
    env: composerEnvironment,
    copies: 3,
    grows: true,
    secrets: 'site',
    deploy: { callsApi: true },
    memory: { cpu: '500m', request: '1Gi', limit: '2Gi' },
  };
}

/** Returns the processes of a service, the one that answers requests first. */
function processesOf(service: SiteService): Process[] {
  const { name, port, deploy = {} } = service;
  const { privatePort, processes = { [name]: {} } } = deploy;
  const args = argumentsOf(service).map((word) => (word.startsWith('/') ? fromRoot(word) : word));
  const program = args.at(-1) ?? '';
  const inImage = join(name, relative(fromRoot(atSite(service.folder)), program));
  return Object.entries(processes).map(([process, env], index) => ({
    name: process,
    kind: 'service',
    title: process === 'api' ? 'API' : titleOf(process),
    image: name,
    env,
    secrets: deploy.apart ? name : 'site',
    deploy,
    args,
    imageArgs: [...args.slice(0, -1), inImage],
    port: port.default,
    ...(privatePort && { privatePort: privatePortBeside(port.default) }),
    settings: { port: port.variable, ...(privatePort && { privatePort }) },
    ...(index === 0 ? { copies: 2, grows: true } : { copies: 1, grows: false }),
    // The process that answers requests needs room for child processes, such as picture decoders.
    memory:
      index === 0 ? { cpu: '250m', request: '512Mi', limit: '3Gi' } : { cpu: '100m', request: '256Mi', limit: '1Gi' },
  }));
}

function staffProcess({ name, title, folder, port, originVariable, deploy = {} }: StaffService): Plan['staff'][number] {
  const place = folder === CONSOLE.folder ? platformFolder(name) : fromRoot(atSite(folder));
  const args = [join(place, 'dist', 'server.mjs')];
  return {
    name,
    kind: 'staff',
    title,
    image: name,
    args,
    imageArgs: args,
    port: port.default,
    settings: { port: port.variable },
    originVariable,
    env: {},
    copies: 1,
    grows: false,
    secrets: deploy.apart ? name : 'site',
    deploy,
    memory: { cpu: '100m', request: '128Mi', limit: '512Mi' },
  };
}

/** Default limit of a visitor's request body. */
export const VISITORS_SEND = '2m';

export function planDeployment(site: SiteDefinition): Plan {
  const services = wantedServices(site, { NODE_ENV: 'production' });
  const composer = composerOf(site);
  const made = services.map((service) => ({ service, processes: processesOf(service) }));
  const api = made.find(({ service }) => !service.backEndOf)?.processes[0];
  const staff = staffOf(site).map(staffProcess);
  const [remote = 'news'] = workspaceRemotes();
  return {
    processes: [composer, ...made.flatMap(({ processes }) => processes), ...staff],
    composer,
    ...(api && { api }),
    backEnds: Object.fromEntries(
      made.flatMap(({ service, processes: [first] }) =>
        service.backEndOf && first ? [[service.backEndOf, first] as const] : [],
      ),
    ),
    staff,
    site,
    remote,
    hasDatabase: staff.length > 0 || 'DATABASE_URL' in (site.deploy?.settings ?? {}),
    siteDir: fromRoot(SITE_DIR),
  };
}

/** Returns a plan with changed processes, wherever it refers to them. */
export function withProcesses(plan: Plan, change: (process: Process) => Partial<Process>): Plan {
  const changed = new Map(plan.processes.map((each) => [each, { ...each, ...change(each) }]));
  const of = <Of extends Process>(process: Of): Of => (changed.get(process) ?? process) as Of;
  return {
    ...plan,
    processes: plan.processes.map(of),
    composer: of(plan.composer),
    ...(plan.api && { api: of(plan.api) }),
    backEnds: Object.fromEntries(Object.entries(plan.backEnds).map(([remote, process]) => [remote, of(process)])),
    staff: plan.staff.map(of),
  };
}

/** Returns the composer's settings with the addresses of other servers. @param at returns the address of a process's port */
export function composerPlaces({ api, backEnds, siteDir }: Plan, at: (process: Process) => string): Settings {
  const origins = Object.fromEntries(Object.entries(backEnds).map(([remote, process]) => [remote, at(process)]));
  return {
    ...(siteDir !== 'site' && { SITE_DIR: siteDir }),
    ...(api && { API_ORIGIN: at(api) }),
    ...(Object.keys(origins).length > 0 && { API_ORIGINS: JSON.stringify(origins) }),
  };
}
