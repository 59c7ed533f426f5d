import { ownSettings, planNodes, prometheusConf } from './start-cluster';

test('Prometheus asks each server at the private port that its settings open, and at no other', async () => {
  const nodes = await planNodes('/data');
  const opened = nodes.map((node) => {
    const { COMPOSER_PRIVATE_PORT, API_PRIVATE_PORT } = ownSettings(node);
    return `127.0.0.1:${COMPOSER_PRIVATE_PORT ?? API_PRIVATE_PORT}`;
  });
  const asked = [...prometheusConf(nodes, [], 1).matchAll(/targets: \["([^"]+)"\]/g)].map(([, target]) => target);
  expect(asked.sort()).toEqual(opened.sort());
  expect(new Set(asked).size).toBe(nodes.length);
});
