import { deployFile, forgottenManifests, kubernetesManifests } from './testing/documents';
import { moduleOf, type TypedData, typeFaults } from './testing/type-faults';

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
    // The console's database user cannot touch leads: it is given no other.
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

it('what refers to pods and services refers to those that are there', () => {
  const pods = deployments.map((deployment) => podOf(deployment).metadata.labels.app);
  const selected = JSON.stringify(manifests.map(({ manifest }) => manifest.spec)).matchAll(
    /"matchLabels":\{"app":"(\w+)"/g,
  );
  for (const [, app] of selected) expect(pods).toContain(app);
  for (const { spec } of named('Service')) expect(pods).toContain((spec.selector as { app: string }).app);
  for (const { spec } of named('HorizontalPodAutoscaler'))
    expect(deployments.map(({ metadata }) => metadata.name)).toContain((spec.scaleTargetRef as { name: string }).name);
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
