import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { deployFile } from './testing/documents';

const RUNBOOK = join(ROOT, 'docs', 'runbook');
const rules = deployFile('prometheus/rules.yml');

/** Alarm and page of each rule. */
const alarms = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: docs\/runbook\/(\S+)/g)].map(
  ([, name = '', page = '']) => [name, page] as const,
);

/** The same of each line of the runbook's table of alarms. */
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
