import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

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
