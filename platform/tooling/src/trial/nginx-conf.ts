import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Files } from '../deploy/machine-files';
import type { Certificate, ServiceList } from './service-list';

const FOLDER = 'vm/nginx/';
const SITE = `${FOLDER}site.conf`;
const UPSTREAMS = `${FOLDER}upstreams.conf`;

interface NginxPlaces {
  /** Folder for everything that nginx writes. */
  folder: string;
  port: number;
  files: Files;
  /** The certificate; without one, visitors come without TLS. */
  certificate?: Certificate | undefined;
}

function front({ port, certificate }: NginxPlaces): [RegExp, string][] {
  if (!certificate)
    return [
      [/listen 443 ssl http2;/, `listen ${port};`],
      [/(?: {4}ssl_[^\n]*\n)+/, ''],
    ];
  return [
    [/listen 443 ssl http2;/, `listen ${port} ssl http2;`],
    [/\/etc\/ssl\/site\/fullchain\.pem/, quoted(certificate.chain)],
    [/\/etc\/ssl\/site\/privkey\.pem/, quoted(certificate.key)],
  ];
}

/** Quotes a path for nginx. */
const quoted = (path: string): string => JSON.stringify(path);

/** Replaces each pattern in the text. @throws Error when the text lacks one */
const changed = (text: string, steps: readonly (readonly [RegExp, string])[]): string =>
  steps.reduce((before, [what, by]) => {
    if (!what.test(before)) throw new Error(`deploy/vm/nginx has nothing like ${what} any more.`);
    return before.replace(what, () => by);
  }, text);

const NO_IPV6: readonly [RegExp, string] = [/ {4}listen \[::\]:443[^\n]*\n/, ''];

const siteConf = (places: NginxPlaces, text: string): string =>
  changed(text, [
    [/\/var\/cache\/pages/, quoted(join(places.folder, 'cache'))],
    [/\/var\/log\/nginx\/access\.log/, quoted(join(places.folder, 'access.log'))],
    [/(?:# .*\n)?server \{\n {4}listen (?:80|443 .*default_server);[\s\S]*?\n\}\n/g, ''],
    NO_IPV6,
    ...front(places),
  ]);

/** The nginx configuration before a staff service, at a host of this machine. */
const staffConf = (places: NginxPlaces, text: string): string =>
  changed(text, [NO_IPV6, ...front(places), [/\/var\/log\/nginx\/error\.log/, 'stderr']]).replaceAll(
    '.example.com',
    '.localhost',
  );

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The whole configuration for `nginx -c`, in the foreground, which writes only to its own folder. */
export function nginxConf(places: NginxPlaces): string {
  const { folder, files } = places;
  const { [SITE]: site = '', [UPSTREAMS]: servers = '', ...others } = files;
  const staff = Object.entries(others).filter(([path]) => path.startsWith(FOLDER));
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    'error_log stderr warn;',
    `pid ${quoted(join(folder, 'pid'))};`,
    'events { worker_connections 4096; }',
    'http {',
    ...TEMPORARY.map((name) => `${name}_temp_path ${quoted(join(folder, name))};`),
    servers,
    siteConf(places, site),
    ...staff.map(([, text]) => staffConf(places, text)),
    '}',
    '',
  ].join('\n');
}

/** Starts nginx, whose servers may start later. @returns a promise that resolves when it listens */
export async function startNginx(
  services: ServiceList,
  program: string,
  { signal, ...places }: NginxPlaces & { signal?: AbortSignal | undefined },
): Promise<void> {
  const { folder, port } = places;
  const file = join(folder, 'nginx.conf');
  await mkdir(join(folder, 'cache'), { recursive: true });
  await writeFile(file, nginxConf(places));
  const args = ['-c', file, '-p', folder, '-e', 'stderr'];
  const nginx = await services.start({ name: 'nginx', command: program, args });
  while (await isRefused(port)) {
    signal?.throwIfAborted();
    if (nginx.current.child.exitCode !== null) throw new Error('nginx did not start: see its log.');
    await wait(50);
  }
}

/** True while nothing listens there. Any other failure comes from a listener, whose certificate is not trusted. */
const isRefused = (port: number): Promise<boolean> =>
  fetch(`https://127.0.0.1:${port}`, { signal: AbortSignal.timeout(2_000) }).then(
    () => false,
    ({ cause }: Error) => (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED',
  );
