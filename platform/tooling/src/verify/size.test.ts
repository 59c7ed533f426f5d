import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sizesByRoom } from './size';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sizes-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

test('counts lines and files by room, and small files that one file imports; tests and examples stand apart', () => {
  write('shop/cart.ts', "import { sum } from './sum';\nimport { big } from './big';\n");
  write('shop/sum.ts', 'export const sum = 1;\n');
  write('shop/big.ts', 'export const big = 1;\n'.repeat(60));
  write('shop/sum.test.ts', "import { sum } from './sum';\n");
  write('examples/one.ts', 'export {};\n');
  write('platform/kit/src/a.ts', "export { sum } from '../../../shop/cart';\n");
  execFileSync('git', ['add', '-A'], { cwd: root });
  expect([...sizesByRoom(root)]).toEqual([
    ['platform/kit', { lines: 1, files: 1, scraps: [] }],
    ['shop', { lines: 63, files: 3, scraps: ['shop/cart.ts', 'shop/sum.ts'] }],
  ]);
});
