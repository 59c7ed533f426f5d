import { packageManager } from '../new-repository/repository';
import { type Files, upstreams } from './machine-files';
import { composerPlaces, type Plan, type Process, VISITORS_SEND } from './plan';

/* What runs a site in containers: their images, compose, and Kubernetes. Settings come from outside, by reference. */

/** Files of settings, by the names without an ending: `site` first. */
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
  return `# One file, an image for each program: podman build --target composer -f deploy/containers/Containerfile .
FROM docker.io/library/node:22-bookworm AS build
WORKDIR /srv/site
COPY . .
RUN npx --yes ${packageManager()} install --frozen-lockfile && npm run wholepage -- deploy image

FROM docker.io/library/debian:bookworm-slim AS runtime
WORKDIR /srv/site
# What the pinned Node is linked to.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
# Kubernetes' runAsNonRoot can tell a number from root, and no name.
RUN useradd --system --uid 10001 --home /srv/site site
COPY --from=build /srv/site/var/image/node /usr/local/bin/node
USER 10001
ENV NODE_ENV=production DRAIN_MS=5000
${images.join('\n')}
`;
}

/** A value as YAML takes it for a text. */
const text = (value: string): string => (/^[a-z/][\w./-]*$/i.test(value) ? value : JSON.stringify(value));

/** The longest value that a formatter leaves beside its name. */
const LINE = 103;

/** Where a process is reached by its name. */
const byName = ({ name, port }: Process): string => `http://${name}:${port}`;

/** Where a process of the same network finds the others. */
function places(process: Process, plan: Plan): Record<string, string> {
  const { api } = plan;
  return {
    ...(process.kind === 'composer' && composerPlaces(plan, byName)),
    ...(process.deploy.callsApi && api?.privatePort && { API_PRIVATE_ORIGIN: `http://${api.name}:${api.privatePort}` }),
  };
}

const ownEnv = ({ kind, env }: Process): Readonly<Record<string, string>> => (kind === 'service' ? env : {});

function composeFile(plan: Plan): string {
  const { processes, staff, api, backEnds, hasDatabase } = plan;
  const services = processes.map((process) => {
    const { name, kind, image, copies, secrets, memory } = process;
    const settings = {
      ...ownEnv(process),
      ...places(process, plan),
      ...(kind === 'composer' && { BEHIND_PROXY: '1' }),
      DATA_DIR: '/tmp/site',
      ...(kind !== 'composer' && { TRUST_PROXY: 'uniquelocal' }),
    };
    const behind = [...(api ? [api.name] : []), ...Object.values(backEnds).map((each) => each.name)];
    const waits = kind === 'composer' ? behind : process.deploy.callsApi && api ? [api.name] : [];
    const entries = Object.entries(settings).map(([key, value]) => `${key}: ${text(value)}`);
    const environment = `{ ${entries.join(', ')} }`;
    return lines(
      `  ${name}:`,
      `    build: { context: ../.., dockerfile: deploy/containers/Containerfile, target: ${image} }`,
      '    restart: always',
      `    env_file: ${secrets}.env`,
      `    environment:${environment.length > LINE ? '\n      ' : ' '}${environment}`,
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
  return `# The whole site on one machine: podman compose -f deploy/containers/compose.yaml up. Settings are in ${files.join(', ')}
# beside it, copied from the examples. RELEASES_URL names a bucket, so that every container is like the next.
services:
${hasDatabase ? DATABASE : ''}${services.join('\n\n')}

  nginx:
    image: docker.io/library/nginx:1.28
    restart: always
    ports: ["443:443", "80:80"]
    volumes:
${['site', ...staff.map(({ name }) => name)].map((name) => `      - "../vm/nginx/${name}.conf:/etc/nginx/conf.d/${name}.conf:ro"`).join('\n')}
      - "./upstreams.conf:/etc/nginx/conf.d/upstreams.conf:ro"
      - "./certificate:/etc/ssl/site:ro"
    depends_on: [${first.join(', ')}]
    tmpfs: [/var/cache/nginx]
${hasDatabase ? '\nvolumes:\n  database: {}\n' : ''}`;
}

const DATABASE = `  database:
    image: docker.io/library/postgres:18-bookworm
    restart: always
    env_file: database.env
    volumes: ["database:/var/lib/postgresql"]
    healthcheck:
      test: [CMD-SHELL, "pg_isready -U site"]
      interval: 2s
      retries: 30

`;

const STORES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'RELEASES_URL=s3://example-site/releases',
    'PRIVATE_STORE_URL=s3://example-site-private/composers',
    'AWS_REGION=ap-south-1',
    'AWS_ACCESS_KEY_ID=change-me',
    'AWS_SECRET_ACCESS_KEY=change-me',
    'RELEASE_KEYS=/run/secrets/release-keys.json',
  ].map((line) => line.split('=')),
);

const asFile = (about: string, settings: Readonly<Record<string, string>>): string =>
  `${about}\n${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')}`;

const addressOf = ({ name, originVariable }: Plan['staff'][number]): Record<string, string> => ({
  [originVariable]: `https://${name}.example.com`,
  [`${name.toUpperCase()}_DATABASE_URL`]: `postgres://${name}:change-me@database:5432/${name}`,
});

function settingsFiles({ staff, site, remote, hasDatabase }: Plan): Files {
  const team = `${remote.slice(site.remotePrefix?.length ?? 0)}-team`;
  const SITE_ORIGIN = 'https://www.example.com';
  const ofSite = Object.assign({}, ...staff.filter(({ secrets }) => secrets === 'site').map(addressOf));
  const apart = staff
    .filter(({ secrets }) => secrets !== 'site')
    .map((process) => {
      const rights = { [process.name]: { platform: ['admin'], [team]: [`releaser:${remote}`], everybody: ['viewer'] } };
      return [
        `containers/${process.name}.env.example`,
        asFile(
          `# Copy to ${process.name}.env. It gets no other settings: neither the site's database nor any secret of its API.`,
          {
            SITE_ORIGIN,
            ...addressOf(process),
            ...STORES,
            STEP_SIGNING_KEY: `/run/secrets/${process.name}-steps.pem`,
            OIDC_ISSUER: 'https://sign-in.example.com',
            OIDC_CLIENT_ID: 'change-me',
            OIDC_CLIENT_SECRET: 'change-me',
            OIDC_RIGHTS: JSON.stringify(rights),
          },
        ),
      ] as const;
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
  const seconds = grows ? 2 : 5;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${copies}
  selector: { matchLabels: { app: ${name} } }
  strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  template:
    metadata:
      labels: { app: ${name} }
${privatePort ? `      annotations: { prometheus.io/scrape: "true", prometheus.io/port: "${privatePort}" }\n` : ''}    spec:
      terminationGracePeriodSeconds: 30
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
${
  grows
    ? `      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: { app: ${name} } }
`
    : ''
}      containers:
        - name: ${name}
          image: registry.example.com/site/${image}:change-me
          envFrom:
            - configMapRef: { name: site }
            - secretRef: { name: ${secrets} }
          env:
${Object.entries(env)
  .map(([key, value]) => `            - { name: ${key}, value: ${text(value)} }`)
  .join('\n')}
          ports: [{ name: http, containerPort: ${port} }${privatePort ? `, { name: private, containerPort: ${privatePort} }` : ''}]
          readinessProbe: { httpGet: { path: ${kind === 'service' && !privatePort ? '/healthz' : '/readyz'}, port: http }, periodSeconds: ${seconds} }
          livenessProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 10, failureThreshold: 3 }
          resources:
            requests: { cpu: ${memory.cpu}, memory: ${memory.request} }
            limits: { memory: ${memory.limit} }
          securityContext:
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - { name: data, emptyDir: {} }
        - { name: tmp, emptyDir: {} }
`;
}

/** What others call it by; nobody calls what only works by itself. */
const service = ({ name, kind, port, privatePort }: Process): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: { app: ${name} }
  ports:
    - { name: http, port: ${port}, targetPort: http }
${privatePort && kind === 'service' ? `    - { name: private, port: ${privatePort}, targetPort: private }\n` : ''}`;

const growing = ({ name, copies }: Process): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  minAvailable: ${copies - 1}
  selector: { matchLabels: { app: ${name} } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: ${copies}
  maxReplicas: ${copies * 4}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 60 } }
`;

function ingress(name: string, to: string, hosts: readonly string[], bodyLimit: string, streams = false): string {
  return `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${name}
  annotations:
    nginx.ingress.kubernetes.io/proxy-body-size: ${bodyLimit}
${streams ? '    nginx.ingress.kubernetes.io/proxy-buffering: "off"\n' : ''}spec:
  ingressClassName: nginx
  tls: [{ hosts: [${hosts.join(', ')}], secretName: ${name}-tls }]
  rules:
${hosts
  .map(
    (host) => `    - host: ${host}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend: { service: { name: ${to}, port: { name: http } } }
`,
  )
  .join('')}`;
}

/** Who reaches a process's pods; the composer's reach no more than they need. */
function policy(process: Process, plan: Plan): string {
  const { name, kind, port, privatePort } = process;
  const { api, backEnds } = plan;
  const called = [...(api ? [api] : []), ...Object.values(backEnds)];
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
      `    - to: [{ ${pods(each.name)} }]\n      ${ports(each.port, ...(each.privatePort ? [each.privatePort] : []))}\n`,
  );
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: { matchLabels: { app: ${name} } }
  policyTypes: [Ingress${kind === 'composer' ? ', Egress' : ''}]
${rules.length > 0 ? `  ingress:\n${rules.join('\n')}\n` : '  ingress: []\n'}${
  kind === 'composer'
    ? `  # The site's services, names, and what speaks HTTPS: the bucket, a cache's purge call, a collector of traces.
  egress:
${outwards.join('')}    - to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }]
      ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    - ports: [{ port: 443 }]
`
    : ''
}`;
}

function manifest(process: Process, plan: Plan): string {
  const { name, kind, title, deploy, grows, secrets } = process;
  const isCalled = kind !== 'service' || grows;
  const hosts = [name, ...(deploy.names ?? [])].map((host) => `${host}.example.com`);
  const about = secrets === name ? `# ${title}. Its secrets are its own: it holds none of the site's.\n` : '';
  const parts = [
    deployment(process, plan),
    ...(isCalled ? [service(process)] : []),
    ...(grows ? [growing(process)] : []),
    policy(process, plan),
    ...(kind === 'staff' ? [ingress(name, name, hosts, deploy.bodyLimit ?? '64k', true)] : []),
    ...(kind === 'composer'
      ? [ingress('site', name, ['www.example.com'], plan.site.deploy?.bodyLimit ?? VISITORS_SEND)]
      : []),
  ];
  return about + parts.join('---\n');
}

const NOBODY = `# Nobody reaches a pod but by what the other files say: visitors the composers, composers the site's services, Prometheus all of them.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: nobody-by-default
spec:
  podSelector: {}
  policyTypes: [Ingress]
`;

/** What runs the site in containers, below `containers/` and `kubernetes/`. */
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
    'kubernetes/network.yaml': NOBODY,
    'kubernetes/kustomization.yaml': `# kubectl apply -k deploy/kubernetes. Settings are in a ConfigMap and a Secret named "site"${secrets}.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: site
resources:
${[...names, 'network'].map((name) => `  - ${name}.yaml`).join('\n')}
`,
  };
}
