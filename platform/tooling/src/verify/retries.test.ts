import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteRetries, retriedTests } from './steps';

let file: string;
beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'retries-')), 'cache', 'retried.json');
});

test('only a test that held at its second try was retried', () => {
  const tests = [
    { fullName: 'at once', status: 'passed', invocations: 1 },
    { fullName: 'at second', status: 'passed', invocations: 2 },
    { fullName: 'never', status: 'failed', invocations: 2 },
  ];
  expect(retriedTests(tests)).toEqual(['at second']);
});

test('the second retry in ten runs fails the run, and is named', async () => {
  expect(await noteRetries(file, ['pays'])).toEqual([]);
  for (let run = 0; run < 8; run++) expect(await noteRetries(file, [])).toEqual([]);
  expect(await noteRetries(file, ['pays', 'reads'])).toEqual(['pays']);
});

test('a retry of eleven runs ago is forgotten', async () => {
  await noteRetries(file, ['pays']);
  for (let run = 0; run < 9; run++) await noteRetries(file, []);
  expect(await noteRetries(file, ['pays'])).toEqual([]);
});

test('a damaged history counts as none', async () => {
  await noteRetries(file, ['pays']);
  await writeFile(file, '{"half');
  expect(await noteRetries(file, ['pays'])).toEqual([]);
});
