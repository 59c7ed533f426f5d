import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from '../paths';
import { composerPlaces, type Plan, type Process, VISITORS_SEND } from './plan';

/* Files for one's own machines: systemd units, and nginx in front. */

export type Files = Readonly<Record<string, string>>;

const TEMPLATES = join(packageDir('tooling'), 'templates', 'deploy');

/** Fills in a template's placeholders; removes a line with only an empty one. */
export const filled = (template: string, words: Readonly<Record<string, string | number>> = {}): string =>
  readFileSync(join(TEMPLATES, template), 'utf8')
    .replace(/^\{(\w+)\}\n/gm, (line, name: string) => (words[name] === '' ? '' : line))
    .replace(/\{(\w+)\}/g, (word, name: string) => String(words[name] ?? word));

/** Returns the port of the nginx between composers and APIs on a machine. */
export const behindNginx = ({ port }: Process): number => port + 90;

/** Quotes a setting for systemd's `Environment=`. */
const word = (name: string, value: string): string =>
  /["{ ]/.test(value) ? `"${name}=${value.replaceAll('"', '\\"')}"` : `${name}=${value}`;

const environment = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `Environment=${word(name, value)}`)
    .join('\n');

/** Returns the port of a process that runs once beside those that answer requests. */
const besidePort = (process: Process, plan: Plan): number => {
  const siblings = plan.processes.filter(({ image }) => image === process.image);
  const first = siblings[0] ?? process;
  return first.port + 10 * (first.copies + siblings.indexOf(process) - 1);
};

/** Returns the ports of a process's copies on a machine, ten apart. A back end has one: composers know one address of it. */
export const portsIn = (process: Process, plan: Plan): number[] => {
  if (!process.grows && process.kind !== 'staff') return [besidePort(process, plan)];
  const copies = Object.values(plan.backEnds).includes(process) ? 1 : process.copies;
  return Array.from({ length: copies }, (_, index) => process.port + 10 * index);
};

/** Returns the settings in a process's unit. @param port the port, or systemd's specifier for it */
export function settingsIn(process: Process, plan: Plan, port: string): Record<string, string> {
  const { kind, grows, env, secrets, settings } = process;
  const isComposer = kind === 'composer';
  return {
    NODE_ENV: 'production',
    [settings.port]: port,
    ...(settings.privatePort && { [settings.privatePort]: `1${port}` }),
    ...(kind !== 'staff' && { DRAIN_MS: grows ? '5000' : '0' }),
    ...(isComposer && { BEHIND_PROXY: '1', HOST: '127.0.0.1' }),
    ...privateApi(process, plan),
    DATA_DIR: `/var/lib/${secrets}`,
    ...(isComposer && placesIn(plan)),
    ...env,
  };
}

const placesIn = (plan: Plan): Readonly<Record<string, string>> =>
  composerPlaces(plan, (to) => `http://127.0.0.1:${to === plan.api ? behindNginx(to) : to.port}`);

/** Returns the address of the API's private port on a machine. */
const privateApi = ({ deploy }: Process, { api }: Plan): Record<string, string> =>
  deploy.callsApi && api?.privatePort ? { API_PRIVATE_ORIGIN: `http://localhost:1${api.port}` } : {};

function unit(process: Process, plan: Plan): string {
  const { name, kind, title, grows, args, secrets, image, memory } = process;
  const isComposer = kind === 'composer';
  const listening = portsIn(process, plan);
  const ports = listening.map((port) => `${name}@${port}`).join(' ');
  const settings = settingsIn(process, plan, grows ? '%i' : String(listening[0]));
  return filled('unit.service', {
    copies: grows ? `# One per port: systemctl enable --now ${ports}` : '',
    own: secrets !== 'site' ? '# Its settings are its own: it reaches no database but its own.' : '',
    title: `${title}${grows ? ' on port %i' : ' of the site'}`,
    database: plan.hasDatabase && !isComposer ? ' postgresql.service' : '',
    user: secrets,
    secrets: kind === 'service' ? image : name,
    environment: environment(settings),
    words: [...(isComposer ? [] : ['--enable-source-maps']), ...args].join(' '),
    limit: isComposer ? 'LimitNOFILE=65536' : `MemoryMax=${memory.limit.replace('i', '')}`,
    state: `StateDirectory=${secrets}`,
    privileges: isComposer ? '' : 'NoNewPrivileges=true',
  });
}

function upstream(
  name: string,
  servers: readonly string[],
  { options = '', zone = false, balanced = true, keep = 32 } = {},
) {
  return [
    `upstream ${name} {\n`,
    zone ? `    zone ${name} 64k;\n` : '',
    balanced ? '    least_conn;\n' : '',
    ...servers.map((server) => `    server ${server}${options && ` ${options}`};\n`),
    `    keepalive ${keep};\n}\n`,
  ].join('');
}

const THREE = 'max_fails=3 fail_timeout=1s';
const ONE = 'max_fails=1 fail_timeout=5s';

/** Returns nginx's upstreams. @param serversOf returns the addresses of a process's copies */
export function upstreams(
  { composer, api, staff }: Plan,
  about: string,
  serversOf: (process: Process) => string[],
): string {
  const visited = [
    { name: 'composer', servers: serversOf(composer) },
    ...(api ? [{ name: 'api', servers: serversOf(api) }] : []),
  ];
  return [
    about,
    `# One that is gone, or is silent, is left alone for a second. It takes three failures. So one request that no composer
# survives does not leave visitors without any. A page that cannot be made just now (503) is no failure.
${visited.map(({ name, servers }) => upstream(`${name}s`, servers, { options: THREE })).join('\n')}`,
    `# For reads that another server answers when one is silent. The first silence takes a server out for five seconds, and then
# one read tries it. When all are slow nobody is in: reads wait at the blocks above, and no work is done twice.
# The processes of nginx share what they have seen in a zone: without one, each process tries each silent server by itself.
${visited.map(({ name, servers }) => upstream(`${name}s_quick`, servers, { options: ONE, zone: true })).join('\n')}`,
    `# For what is no test of a composer: whether it has a page in memory, and calls. Their 502 says that an API or a back end is away.
${upstream('composers_always', serversOf(composer), { options: 'max_fails=0' })}`,
    ...staff.map(
      (each) => `# Of ${each.name}.conf.\n${upstream(each.name, serversOf(each), { balanced: false, keep: 8 })}`,
    ),
  ].join('\n');
}

/** Returns the hosts of a staff service. */
export const hostsOf = ({ name, deploy: { names = [] } }: Process): string[] =>
  [name, ...names].map((host) => `${host}.example.com`);

/** Returns the nginx configuration in front of the composers, and between them and the site's API, if any. */
function siteConf({ api, site, staff }: Plan): string {
  const { repeatable, bodyLimit: body = VISITORS_SEND } = site.deploy ?? {};
  const posts = (of: 'site' | 'api') => (repeatable ? filled(`${of}-posts.conf`, { path: repeatable[of] }) : '');
  const apis = api ? filled('apis.conf', { port: behindNginx(api), body, posts: posts('api') }) : '';
  const between = api ? ';\n# and between composers and APIs' : '';
  const hosts = staff.flatMap(hostsOf).join(' ');
  const toStaff = hosts && filled('to-staff.conf', { hosts });
  return filled('site.conf', { body, posts: posts('site'), apis: apis && `\n${apis.trimEnd()}`, between, toStaff });
}

/** Returns the nginx configuration in front of a staff service, at its own address. */
const staffConf = (process: Process): string => {
  const { name, title, deploy } = process;
  const hosts = hostsOf(process).join(' ');
  return filled('staff.conf', { name, body: deploy.bodyLimit ?? '64k', title: title.toLowerCase(), hosts });
};

export function machineFiles(plan: Plan): Files {
  const units = plan.processes.map((process) => [
    `vm/systemd/${process.name}${process.grows ? '@' : ''}.service`,
    unit(process, plan),
  ]);
  const about =
    '# The servers behind nginx on a machine: a port for each unit of systemd. /etc/nginx/conf.d/upstreams.conf\n';
  return {
    ...Object.fromEntries(units),
    'vm/systemd/var-cache-pages.mount': filled('pages.mount'),
    'vm/nginx/site.conf': siteConf(plan),
    'vm/nginx/upstreams.conf': upstreams(plan, about, (process) =>
      portsIn(process, plan).map((port) => `127.0.0.1:${port}`),
    ),
    ...Object.fromEntries(plan.staff.map((process) => [`vm/nginx/${process.name}.conf`, staffConf(process)])),
  };
}
