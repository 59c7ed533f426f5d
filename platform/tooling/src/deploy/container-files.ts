import { packageManager } from '../new-repository/repository';
import { type Files, filled, hostsOf, upstreams } from './machine-files';
import { composerPlaces, type Plan, type Process, VISITORS_SEND } from './plan';

/* Files for containers: images, compose, and Kubernetes. Settings are references to files outside. */

/** Returns the names of settings files without extension, `site` first. */
const settingsNames = ({ processes }: Plan): string[] => [...new Set(processes.map(({ secrets }) => secrets))];

const lines = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join('\n');

/** Node's image and the pinned one are the same on each page that names them. */
function containerfile({ processes }: Plan): string {
  const firsts = processes.filter((one, at) => processes.findIndex(({ image }) => image === one.image) === at);
  const images = firsts.map((process) => {
    const { image, kind, env, port, imageArgs } = process;
    const fixed = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return lines(
      `\nFROM runtime AS ${image}`,
      `COPY --from=build /srv/site/var/image/${image} .`,
      kind === 'composer' ? `ENV ${fixed.join(' ')}` : 'ENV HOST=0.0.0.0',
      `EXPOSE ${port}`,
      `CMD [${['node', ...imageArgs].map((word) => JSON.stringify(word)).join(', ')}]`,
    );
  });
  return filled('Containerfile', { packageManager: packageManager(), images: images.join('\n') });
}

/** Quotes a value for YAML. */
const text = (value: string): string => (/^[a-z/][\w./-]*$/i.test(value) ? value : JSON.stringify(value));

/** Longest value that the formatter leaves on its key's line. */
const LINE = 103;

const byName = ({ name, port }: Process): string => `http://${name}:${port}`;

/** Returns the processes that composers call. */
const calledIn = ({ api, backEnds }: Plan): Process[] => [...(api ? [api] : []), ...Object.values(backEnds)];

function places(process: Process, plan: Plan): Record<string, string> {
  const { api } = plan;
  return {
    ...(process.kind === 'composer' && composerPlaces(plan, byName)),
    ...(process.deploy.callsApi && api?.privatePort && { API_PRIVATE_ORIGIN: `http://${api.name}:${api.privatePort}` }),
  };
}

const ownEnv = ({ kind, env }: Process): Readonly<Record<string, string>> => (kind === 'service' ? env : {});

const KEYS = 'release-keys.json';

/** Returns the key files of a process: the release keys, and its own for steps. */
const keysOf = ({ name, kind, secrets }: Process): string[] =>
  kind === 'composer' || (kind === 'staff' && secrets === name) ? [KEYS, `${name}-steps.pem`] : [];

function composeFile(plan: Plan): string {
  const { processes, staff, api, hasDatabase } = plan;
  const services = processes.map((process) => {
    const { name, kind, image, copies, secrets, memory } = process;
    const settings = {
      ...ownEnv(process),
      ...places(process, plan),
      ...(kind === 'composer' && { BEHIND_PROXY: '1' }),
      DATA_DIR: '/tmp/site',
      ...(kind !== 'composer' && { TRUST_PROXY: 'uniquelocal' }),
    };
    const behind = calledIn(plan).map((each) => each.name);
    const waits = kind === 'composer' ? behind : process.deploy.callsApi && api ? [api.name] : [];
    const entries = Object.entries(settings).map(([key, value]) => `${key}: ${text(value)}`);
    const environment = `{ ${entries.join(', ')} }`;
    return lines(
      `  ${name}:`,
      `    build: { context: ../.., dockerfile: deploy/containers/Containerfile, target: ${image} }`,
      '    restart: always',
      `    env_file: ${secrets}.env`,
      `    environment:${environment.length > LINE ? '\n      ' : ' '}${environment}`,
      keysOf(process).length > 0 && `    secrets: [${keysOf(process).join(', ')}]`,
      kind !== 'composer' && `    mem_limit: ${memory.limit.replace('i', '').toLowerCase()}`,
      copies > 1 && `    deploy: { replicas: ${copies} }`,
      waits.length > 0 && `    depends_on: [${waits.join(', ')}]`,
      waits.length === 0 &&
        kind !== 'composer' &&
        hasDatabase &&
        '    depends_on:\n      database: { condition: service_healthy }',
    );
  });
  const files = [...settingsNames(plan), ...(hasDatabase ? ['database'] : [])].map((name) => `${name}.env`);
  const first = ['composer', ...(api ? [api.name] : []), ...staff.map(({ name }) => name)];
  return filled('compose.yaml', {
    files: files.join(', '),
    database: hasDatabase ? filled('compose-database.yaml') : '',
    services: services.join('\n\n'),
    configurations: staff
      .map(({ name }) => `      - "../vm/nginx/${name}.conf:/etc/nginx/conf.d/${name}.conf:ro"`)
      .join('\n'),
    first: first.join(', '),
    secrets: [...new Set(processes.flatMap(keysOf))].map((key) => `  ${key}: { file: ./secrets/${key} }`).join('\n'),
    volumes: hasDatabase ? '\nvolumes:\n  database: {}' : '',
  });
}

const STORES = {
  RELEASES_URL: 's3://example-site/releases',
  PRIVATE_STORE_URL: 's3://example-site-private/composers',
  AWS_REGION: 'ap-south-1',
  AWS_ACCESS_KEY_ID: 'change-me',
  AWS_SECRET_ACCESS_KEY: 'change-me',
  RELEASE_KEYS: `/run/secrets/${KEYS}`,
};

const asFile = (about: string, settings: Readonly<Record<string, string>>): string =>
  `${about}\n${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')}`;

const addressOf = ({ name, originVariable }: Plan['staff'][number]): Record<string, string> => ({
  [originVariable]: `https://${name}.example.com`,
  [`${name.toUpperCase()}_DATABASE_URL`]: `postgres://${name}:change-me@database:5432/${name}`,
});

function settingsFiles({ processes, staff, site, remote, hasDatabase }: Plan): Files {
  const team = `${remote.slice(site.remotePrefix?.length ?? 0)}-team`;
  const SITE_ORIGIN = 'https://www.example.com';
  const ofSite = Object.assign({}, ...staff.filter(({ secrets }) => secrets === 'site').map(addressOf));
  const apart = processes
    .filter(({ secrets }) => secrets !== 'site')
    .map(({ name, secrets }) => {
      const about = `# Copy to ${secrets}.env. It gets no other settings: neither the site's database nor any secret of its API.`;
      const rights = { [name]: { platform: ['admin'], [team]: [`releaser:${remote}`], everybody: ['viewer'] } };
      const ofStaff = staff
        .filter((each) => each.name === name)
        .map((each) => ({
          ...addressOf(each),
          ...STORES,
          STEP_SIGNING_KEY: `/run/secrets/${name}-steps.pem`,
          OIDC_ISSUER: 'https://sign-in.example.com',
          OIDC_CLIENT_ID: 'change-me',
          OIDC_CLIENT_SECRET: 'change-me',
          OIDC_RIGHTS: JSON.stringify(rights),
        }));
      return [`containers/${secrets}.env.example`, asFile(about, Object.assign({ SITE_ORIGIN }, ...ofStaff))] as const;
    });
  return {
    'containers/site.env.example': asFile(
      '# Copy to site.env. docs/settings.md of the platform says what each is for.',
      {
        SITE_ORIGIN,
        ...STORES,
        STEP_SIGNING_KEY: '/run/secrets/composer-steps.pem',
        ...site.deploy?.settings,
        ...ofSite,
      },
    ),
    ...Object.fromEntries(apart),
    ...(hasDatabase && {
      'containers/database.env.example': asFile('# Copy to database.env, with passwords of your own.', {
        POSTGRES_USER: 'site',
        POSTGRES_PASSWORD: 'change-me',
        POSTGRES_DB: 'site',
      }),
    }),
  };
}

/* Kubernetes */

const INGRESS = 'namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ingress-nginx } }';
const MONITORING = 'namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } }';
const pods = (name: string): string => `podSelector: { matchLabels: { app: ${name} } }`;
const ports = (...numbers: number[]): string => `ports: [${numbers.map((port) => `{ port: ${port} }`).join(', ')}]`;

function deployment(process: Process, plan: Plan): string {
  const { name, kind, image, copies, port, privatePort, secrets, memory, grows } = process;
  const env = {
    DATA_DIR: '/data',
    ...(grows && { DRAIN_MS: '5000' }),
    ...(kind === 'composer' ? { BEHIND_PROXY: '1' } : { HOST: '0.0.0.0' }),
    ...ownEnv(process),
    ...places(process, plan),
    ...(kind !== 'composer' && { TRUST_PROXY: '10.0.0.0/8' }),
  };
  const scraped = `      annotations: { prometheus.io/scrape: "true", prometheus.io/port: "${privatePort}" }`;
  const listening = [`{ name: http, containerPort: ${port} }`];
  if (privatePort) listening.push(`{ name: private, containerPort: ${privatePort} }`);
  return filled('kubernetes/deployment.yaml', {
    name,
    image,
    copies,
    secrets,
    ...memory,
    annotations: privatePort ? scraped : '',
    spread: grows ? filled('kubernetes/spread.yaml', { name }).trimEnd() : '',
    env: Object.entries(env)
      .map(([key, value]) => `            - { name: ${key}, value: ${text(value)} }`)
      .join('\n'),
    ports: listening.join(', '),
    ready: kind === 'service' && !privatePort ? '/healthz' : '/readyz',
    seconds: grows ? 2 : 5,
  });
}

/** Returns the Kubernetes service of a process; empty for one that nobody calls. */
const service = ({ name, kind, port, privatePort }: Process): string => {
  const isCalled = privatePort && kind === 'service';
  const inside = isCalled ? `    - { name: private, port: ${privatePort}, targetPort: private }` : '';
  return filled('kubernetes/service.yaml', { name, port, private: inside });
};

const growing = ({ name, copies }: Process): string =>
  filled('kubernetes/growing.yaml', { name, copies, least: copies - 1, most: copies * 4 });

function ingress(name: string, to: string, hosts: readonly string[], body: string, streams = false): string {
  const unbuffered = streams ? '    nginx.ingress.kubernetes.io/proxy-buffering: "off"' : '';
  const rules = hosts.map((host) => filled('kubernetes/ingress-rule.yaml', { host, to }).trimEnd()).join('\n');
  return filled('kubernetes/ingress.yaml', { name, body, hosts: hosts.join(', '), streams: unbuffered, rules });
}

/** Returns the network policy of a process's pods; the composer's also limits egress. */
function policy(process: Process, plan: Plan): string {
  const { name, kind, port, privatePort } = process;
  const { api } = plan;
  const called = calledIn(plan);
  const isCalled = called.some((each) => each.name === name);
  const readers = plan.staff.filter(({ deploy }) => deploy.callsApi && name === api?.name);
  const rules = [
    ...(kind === 'service' ? [] : [`    - from: [{ ${INGRESS} }]\n      ${ports(port)}`]),
    ...(isCalled
      ? [`    - from: [{ ${pods('composer')} }]\n      ${ports(port, ...(privatePort ? [privatePort] : []))}`]
      : []),
    ...readers.map((each) => `    - from: [{ ${pods(each.name)} }]\n      ${ports(privatePort ?? port)}`),
    ...(privatePort ? [`    - from: [{ ${MONITORING} }]\n      ${ports(privatePort)}`] : []),
  ];
  const outwards = called.map(
    (each) =>
      `    - to: [{ ${pods(each.name)} }]\n      ${ports(each.port, ...(each.privatePort ? [each.privatePort] : []))}`,
  );
  const isComposer = kind === 'composer';
  return filled('kubernetes/policy.yaml', {
    name,
    types: isComposer ? 'Ingress, Egress' : 'Ingress',
    ingress: rules.length > 0 ? `  ingress:\n${rules.join('\n')}` : '  ingress: []',
    egress: isComposer ? filled('kubernetes/egress.yaml', { services: outwards.join('\n') }).trimEnd() : '',
  });
}

function manifest(process: Process, plan: Plan): string {
  const { name, kind, title, deploy, grows, secrets } = process;
  const isCalled = kind !== 'service' || grows;
  const about = secrets !== 'site' ? `# ${title}. Its secrets are its own: it holds none of the site's.\n` : '';
  const parts = [
    deployment(process, plan),
    ...(isCalled ? [service(process)] : []),
    ...(grows ? [growing(process)] : []),
    policy(process, plan),
    ...(kind === 'staff' ? [ingress(name, name, hostsOf(process), deploy.bodyLimit ?? '64k', true)] : []),
    ...(kind === 'composer'
      ? [ingress('site', name, ['www.example.com'], plan.site.deploy?.bodyLimit ?? VISITORS_SEND)]
      : []),
  ];
  return about + parts.join('---\n');
}

/** Returns the files below `containers/` and `kubernetes/`. */
export function containerFiles(plan: Plan): Files {
  const names = plan.processes.map(({ name }) => name);
  const [, ...apart] = settingsNames(plan);
  const secrets = apart.map((name) => `, those of ${name} in a Secret named "${name}"`).join('');
  const about = `# The servers behind nginx in compose.yaml: each name stands for all containers of its service when nginx starts. After a
# change of their number: podman compose exec nginx nginx -s reload
`;
  return {
    'containers/Containerfile': containerfile(plan),
    'containers/compose.yaml': composeFile(plan),
    'containers/upstreams.conf': upstreams(plan, about, ({ name, port }) => [`${name}:${port}`]),
    ...settingsFiles(plan),
    ...Object.fromEntries(
      plan.processes.map((process) => [`kubernetes/${process.name}.yaml`, manifest(process, plan)]),
    ),
    'kubernetes/network.yaml': filled('kubernetes/network.yaml'),
    'kubernetes/kustomization.yaml': filled('kubernetes/kustomization.yaml', {
      secrets,
      resources: [...names, 'network'].map((name) => `  - ${name}.yaml`).join('\n'),
    }),
  };
}
