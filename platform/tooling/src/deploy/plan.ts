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

/* What production runs: composers, the site's services, and those of staff. `deploy files` writes all by this list. */

type Settings = Readonly<Record<string, string>>;

export interface Process {
  name: string;
  kind: 'composer' | 'service' | 'staff';
  /** For people: "API on port 3100". */
  title: string;
  /** The image that holds it, by the name of its service. */
  image: string;
  /** Options of Node, and the program, relative to the root of the workspace. */
  args: readonly string[];
  /** The same in an image. */
  imageArgs: readonly string[];
  port: number;
  /** Settings of its port, and of the one for operators and other servers alone. */
  settings: { port: string; privatePort?: string };
  privatePort?: number;
  env: Settings;
  copies: number;
  /** Whether more of it may run: it answers visitors. */
  grows: boolean;
  /** Where its settings come from: `site`, or a name of its own. */
  secrets: string;
  memory: { request: string; limit: string; cpu: string };
  deploy: Deployment;
}

/** The site's processes, and what of them the files name apart. */
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
  /** Whether a process asks for a database. */
  hasDatabase: boolean;
  /** What the composer needs to know of where the site's folder is. */
  siteDir: string;
}

const fromRoot = (path: string): string => relative(ROOT, path);

/** Where a package of the platform lies below the root: its sources, or as it is installed. */
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

/** The processes of a service, the one that answers requests first. */
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
    secrets: 'site',
    deploy,
    args,
    imageArgs: [...args.slice(0, -1), inImage],
    port: port.default,
    ...(privatePort && { privatePort: privatePortBeside(port.default) }),
    settings: { port: port.variable, ...(privatePort && { privatePort }) },
    ...(index === 0 ? { copies: 2, grows: true } : { copies: 1, grows: false }),
    // What answers requests has room for processes of its own, such as decoders of pictures.
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

/** What a visitor's request may send where the site does not say. */
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

/** The same plan with other processes, wherever it names them. */
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

/** Settings by which the composer finds the servers behind it. @param at the address of a process's port */
export function composerPlaces({ api, backEnds, siteDir }: Plan, at: (process: Process) => string): Settings {
  const origins = Object.fromEntries(Object.entries(backEnds).map(([remote, process]) => [remote, at(process)]));
  return {
    ...(siteDir !== 'site' && { SITE_DIR: siteDir }),
    ...(api && { API_ORIGIN: at(api) }),
    ...(Object.keys(origins).length > 0 && { API_ORIGINS: JSON.stringify(origins) }),
  };
}
