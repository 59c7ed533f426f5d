import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composerEnvironment } from '@wholepage/tooling/composer-arguments';
import { ROOT } from '@wholepage/tooling/paths';
import { parseContainerfile } from './containerfile';

it('reads the stages of the shipped file, with what each starts from, copies and runs', () => {
  const stages = parseContainerfile(readFileSync(join(ROOT, 'deploy', 'containers', 'Containerfile'), 'utf8'));
  expect(stages.map(({ name }) => name)).toEqual(['build', 'runtime', 'composer', 'api', 'office']);
  const [build, runtime, composer] = stages;
  expect(build?.steps).toContainEqual({ kind: 'COPY', from: undefined, source: '.', target: '.' });
  expect(runtime?.steps).toContainEqual({
    kind: 'COPY',
    from: 'build',
    source: '/srv/site/var/image/node',
    target: '/usr/local/bin/node',
  });
  expect(runtime?.steps).toContainEqual({ kind: 'ENV', values: { NODE_ENV: 'production', DRAIN_MS: '5000' } });
  expect(composer).toMatchObject({
    from: 'runtime',
    steps: [
      { kind: 'COPY', from: 'build' },
      { kind: 'ENV', values: composerEnvironment },
      { kind: 'CMD', words: expect.any(Array) },
    ],
  });
});

it('refuses an instruction that it cannot take', () => {
  expect(() => parseContainerfile('FROM a AS b\nADD x y')).toThrow(/ADD/);
});
