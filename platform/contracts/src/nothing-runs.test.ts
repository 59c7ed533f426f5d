import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names of functions that return an address, the only functions in the contract. */
const ADDRESS = /^\w+Path$/;

const modules = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

test.each(modules)('%s holds data, schemas and addresses alone', async (file) => {
  const exported: Record<string, unknown> = await import(join(__dirname, file));
  const functions = Object.keys(exported).filter((name) => typeof exported[name] === 'function');
  expect(functions.filter((name) => !ADDRESS.test(name))).toEqual([]);
});
