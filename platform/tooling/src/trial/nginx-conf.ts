import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import type { Certificate } from './service-list';

/** This repository's own configuration, by file. */
const shipped = (): Record<string, string> =>
  Object.fromEntries(
    [SITE, UPSTREAMS].map((name) => [name, readFileSync(join(ROOT, 'deploy', 'vm', 'nginx', name), 'utf8')]),
  );

const SITE = 'site.conf';
const UPSTREAMS = 'upstreams.conf';

interface NginxPlaces {
  /** Folder for everything that nginx writes. */
  folder: string;
  /** Where visitors come in. */
  port: number;
  /** What `deploy files` writes for nginx, by file; default: this repository's own. */
  files?: Readonly<Record<string, string>>;
  /** Where composers reach the APIs; without it, where the files say. */
  apiPort?: number;
  /** Ports of the servers behind it; without them, those that the files say. */
  composers?: readonly number[];
  apis?: readonly number[];
  /** Without one, visitors come in without TLS. */
  certificate?: Certificate | undefined;
}

/** @throws when the shipped file no longer has what is to be changed */
const replaced = (text: string, what: RegExp, by: string): string => {
  if (!what.test(text)) throw new Error(`deploy/vm/nginx has nothing like ${what} any more.`);
  return text.replace(what, () => by);
};

const withServers = (text: string, upstream: string, ports: readonly number[]): string => {
  const block = new RegExp(`upstream ${upstream} \\{[^}]*\\}`).exec(text)?.[0] ?? '';
  const [, options = ''] = /server [^ ]+( [^\n]*\n)/.exec(block) ?? [];
  const servers = ports.map((port) => `    server 127.0.0.1:${port}${options}`).join('');
  return text.replace(block, replaced(block, /(?: {4}server [^\n]*\n)+/, servers));
};

const COMPOSERS = ['composers', 'composers_quick', 'composer_memories'];
const APIS = ['apis', 'apis_quick'];

const upstreams = ({ composers, apis }: NginxPlaces, shippedText: string): string => {
  const before = composers
    ? COMPOSERS.reduce((text, name) => withServers(text, name, composers), shippedText)
    : shippedText;
  return apis ? APIS.reduce((text, name) => withServers(text, name, apis), before) : before;
};

/** The lines that name port and certificate. */
function front({ port, certificate }: NginxPlaces): [RegExp, string][] {
  if (!certificate)
    return [
      [/listen 443 ssl http2;/, `listen ${port};`],
      [/(?: {4}ssl_[^\n]*\n)+/, ''],
    ];
  return [
    [/listen 443 ssl http2;/, `listen ${port} ssl http2;`],
    [/\/etc\/ssl\/site\/fullchain\.pem/, certificate.chain],
    [/\/etc\/ssl\/site\/privkey\.pem/, certificate.key],
  ];
}

const changed = (text: string, steps: readonly (readonly [RegExp, string])[]): string =>
  steps.reduce((before, [what, by]) => replaced(before, what, by), text);

const NO_IPV6: readonly [RegExp, string] = [/ {4}listen \[::\]:443[^\n]*\n/, ''];

/** The shipped file on other ports. */
const siteConf = (places: NginxPlaces, text: string): string =>
  changed(text, [
    [/\/var\/cache\/nginx\/pages/, join(places.folder, 'cache')],
    [/\/var\/log\/nginx\/site\.log/, join(places.folder, 'access.log')],
    [/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, ''],
    NO_IPV6,
    ...front(places),
    ...(places.apiPort ? [[/127\.0\.0\.1:3190;/, `127.0.0.1:${places.apiPort};`] as const] : []),
  ]);

/** Before a service of staff: at a host of this machine's. */
const staffConf = (places: NginxPlaces, text: string): string =>
  changed(text, [NO_IPV6, ...front(places), [/server_name [^;]*;/, hostsOf(text)]]);

const hostsOf = (text: string): string =>
  (/server_name [^;]*;/.exec(text)?.[0] ?? '').replaceAll('.example.com', '.localhost');

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A whole configuration for `nginx -c`, in the foreground, that touches nothing outside its folder. */
export function nginxConf(places: NginxPlaces): string {
  const { folder, files = shipped() } = places;
  const { [SITE]: site = '', [UPSTREAMS]: servers = '', ...staff } = files;
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    'error_log stderr warn;',
    `pid ${join(folder, 'pid')};`,
    'events { worker_connections 4096; }',
    'http {',
    ...TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`),
    upstreams(places, servers),
    siteConf(places, site),
    ...Object.values(staff).map((text) => staffConf(places, text)),
    '}',
    '',
  ].join('\n');
}
