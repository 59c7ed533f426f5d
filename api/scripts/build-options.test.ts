import { readFileSync } from 'node:fs';
import { pathOf, SERVER } from './build-options';

it('leaves no package of the workspace outside: Node would have to strip its types at each start', () => {
  const { dependencies } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'));
  const versions = new Map(Object.entries<string>(dependencies));
  const outside = SERVER.external.flatMap((name) => versions.get(name) ?? []);
  expect(outside).not.toHaveLength(0);
  expect(outside).not.toContain('workspace:*');
});
