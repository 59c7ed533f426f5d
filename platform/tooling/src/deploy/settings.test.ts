import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { deployFile } from './testing/documents';

const documented = new Set(readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8').match(/\b[A-Z][A-Z0-9_]{2,}\b/g));
/** The AWS SDK's own, which docs/settings.md names as `AWS_…`, and those of the C library's memory. */
const known = (name: string): boolean => documented.has(name) || /^(AWS|MALLOC)_/.test(name);

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

const units = readdirSync(join(ROOT, 'deploy', 'vm', 'systemd')).map((unit) => `vm/systemd/${unit}`);
const manifests = readdirSync(join(ROOT, 'deploy', 'kubernetes')).map((file) => `kubernetes/${file}`);

const settingsOf: Readonly<Record<string, RegExp>> = {
  'containers/site.env.example': /^([A-Z_]+)=/gm,
  'containers/console.env.example': /^([A-Z_]+)=/gm,
  'containers/Containerfile': /\b([A-Z][A-Z_]+)=/g,
  'containers/compose.yaml': /\b([A-Z][A-Z_]+): /g,
  ...Object.fromEntries(units.map((unit) => [unit, /\b([A-Z][A-Z_]+)=/g])),
  ...Object.fromEntries(manifests.map((file) => [file, /name: ([A-Z][A-Z_]+),/g])),
};

it.each(Object.entries(settingsOf))('%s sets nothing that no server reads', (file, pattern) => {
  expect(names(deployFile(file), pattern).filter((name) => !known(name))).toEqual([]);
});
