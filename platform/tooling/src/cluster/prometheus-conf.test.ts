import { settingsIn } from '../deploy/machine-files';
import { clusterPlan, nodesOf, prometheusConf } from './start-cluster';

test('Prometheus asks each server at the private port that its settings open, and at no other', async () => {
  const plan = await clusterPlan();
  const nodes = nodesOf(plan, '/data');
  const opened = nodes.map(({ process, port }) => {
    const { COMPOSER_PRIVATE_PORT, API_PRIVATE_PORT } = settingsIn(process, plan, String(port));
    return `127.0.0.1:${COMPOSER_PRIVATE_PORT ?? API_PRIVATE_PORT}`;
  });
  const asked = [...prometheusConf(nodes, [], 1).matchAll(/targets: \["([^"]+)"\]/g)].map(([, target]) => target);
  expect(asked.sort()).toEqual(opened.sort());
  expect(new Set(asked).size).toBe(nodes.length);
});
