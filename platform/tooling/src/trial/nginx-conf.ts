import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import type { Certificate } from './certificate';

/** The configuration that production runs. */
const shipped = (name: string): string => readFileSync(join(ROOT, 'deploy', 'vm', 'nginx', name), 'utf8');

export interface NginxPlaces {
  /** Folder for everything that nginx writes. */
  folder: string;
  /** Where visitors come in. */
  port: number;
  /** Where composers reach the APIs. */
  apiPort: number;
  /** Ports of the servers behind it. */
  composers: readonly number[];
  apis: readonly number[];
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

const upstreams = ({ composers, apis }: NginxPlaces): string => {
  const before = COMPOSERS.reduce((text, name) => withServers(text, name, composers), shipped('upstreams.conf'));
  return APIS.reduce((text, name) => withServers(text, name, apis), before);
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

/** The shipped file on other ports. */
function siteConf(places: NginxPlaces): string {
  const { folder, apiPort } = places;
  const steps: [RegExp, string][] = [
    [/\/var\/cache\/nginx\/pages/, join(folder, 'cache')],
    [/\/var\/log\/nginx\/site\.log/, join(folder, 'access.log')],
    [/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, ''],
    [/ {4}listen \[::\]:443[^\n]*\n/, ''],
    ...front(places),
    [/127\.0\.0\.1:3190;/, `127.0.0.1:${apiPort};`],
  ];
  return steps.reduce((text, [what, by]) => replaced(text, what, by), shipped('site.conf'));
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A whole configuration for `nginx -c`, in the foreground, that touches nothing outside its folder. */
export function nginxConf(places: NginxPlaces): string {
  const { folder } = places;
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    'error_log stderr warn;',
    `pid ${join(folder, 'pid')};`,
    'events { worker_connections 4096; }',
    'http {',
    ...TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`),
    upstreams(places),
    siteConf(places),
    '}',
    '',
  ].join('\n');
}
