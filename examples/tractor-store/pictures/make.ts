import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { products } from '../decide/back-end/data/products';
import { autonomousTractor } from './autonomous';
import { classicTractor } from './classic';
import { classics, machines } from './models';
import { autonomousScene, classicScene } from './scenes';
import { stores } from './stores';

const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = join(HERE, '..', 'site', 'files');

const tractor = (id: string, colour: string): string => {
  const classic = classics[id];
  const machine = machines[id];
  if (classic) return classicTractor(classic, colour);
  if (machine) return autonomousTractor(machine, colour);
  throw new Error(`models.ts describes no ${id}.`);
};

const drawings: Record<string, string> = {
  ...Object.fromEntries(
    products.flatMap(({ id, variants }) => variants.map(({ sku, color }) => [sku, tractor(id, color)])),
  ),
  'scene-classic': classicScene(),
  'scene-autonomous': autonomousScene(),
  ...stores(),
};

await mkdir(OUT, { recursive: true });
await Promise.all(Object.entries(drawings).map(([name, svg]) => writeFile(join(OUT, `${name}.svg`), svg)));
console.log(`${Object.keys(drawings).length} drawings in ${OUT}`);
