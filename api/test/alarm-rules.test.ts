import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { startSite } from './helpers/site';

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
}

const RULES = path.join(__dirname, '..', '..', 'deploy', 'prometheus', 'rules.yml');
/** Words of PromQL in the rules. */
const LANGUAGE = new Set(['sum', 'max', 'rate', 'increase', 'by', 'and']);

/** The numbers that an expression asks for. */
const numbersIn = (expr: string): string[] =>
  expr
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
    .match(/[a-z_:][\w:]*/gi)
    ?.filter((word) => !LANGUAGE.has(word)) ?? [];

test('every number that an alarm of the API asks for is given at /metrics in production', async () => {
  const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const records = new Set(rules.flatMap(({ record }) => record ?? []));
  const wanted = new Set(
    rules
      .flatMap(({ expr }) => numbersIn(expr))
      // "up" is of Prometheus itself.
      .filter((name) => name !== 'up' && !records.has(name) && !name.startsWith('composer_')),
  );
  const site = await startSite({ NODE_ENV: 'production', OFFICE_API_SECRET: 'x'.repeat(64) });
  try {
    const text = await (await fetch(`${site.privateUrl}/metrics`)).text();
    const given = new Set([...text.matchAll(/^(\w+)(?:\{[^}]*\})? \d/gm)].map(([, name]) => name));
    expect([...wanted].filter((name) => !given.has(name))).toEqual([]);
    expect([...wanted]).toEqual(
      expect.arrayContaining(['mail_settings_refused', 'backup_age_seconds', 'payment_problems']),
    );
  } finally {
    await site.stop();
  }
});
