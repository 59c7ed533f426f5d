import site from 'site/site';
import { startSite, type TestSite } from './helpers/site';

let api: TestSite;
beforeAll(async () => {
  api = await startSite();
});
afterAll(() => api.stop());

/** First segments of a tree as fastify prints it: those of `/` are indented by one level. */
const firstSegments = (tree: string): string[] =>
  [...tree.matchAll(/^(?:[│ ] {3})?[├└]── \/?(\w[\w.-]*)/gm)].flatMap(([, segment]) => segment ?? []);

test('the site names each first segment of the API, so that no remote is named so', () => {
  const found = firstSegments(api.app.printRoutes({ commonPrefix: false }));
  const apart = ['healthz', 'readyz', 'metrics'];
  expect([...new Set(found)].filter((segment) => !apart.includes(segment)).sort()).toEqual(
    [...(site.apiPaths ?? [])].sort(),
  );
});
