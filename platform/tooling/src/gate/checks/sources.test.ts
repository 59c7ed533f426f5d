import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../../paths';
import type { GateContext } from '../check';
import { secrets } from './sources';

test('a password whose name the minifier dropped is found in the source', async () => {
  const sources = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    const source = join(sources, 'page.ts');
    writeFileSync(
      source,
      "const password = 'Sommer-Regen-42';\nexport const isIt = (text: string) => text === password;\n",
    );
    mkdirSync(join(sources, 'dist', 'inputs'), { recursive: true });
    const inputs = { inputs: { sources: { [relative(ROOT, source)]: '' }, packages: [] } };
    writeFileSync(join(sources, 'dist', 'inputs', '1.0.0.json'), JSON.stringify(inputs));
    const candidate = {
      manifest: { version: '1.0.0', files: { 'page.js': {} } },
      bytes: async () => Buffer.from('x=a=>"Sommer-Regen-42"===a'),
    };
    const faults = await secrets.run({ candidate, sources } as unknown as GateContext);
    expect(faults.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      `${relative(ROOT, source)}: It holds what looks like a value for "password".`,
    ]);
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
});
