import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The API's packages with many files, and their imported subpaths. See docs/decisions/0011. */
const PARTS = {
  '@fastify/compress': [''],
  '@fastify/cors': [''],
  '@fastify/formbody': [''],
  '@fastify/multipart': [''],
  '@fastify/swagger': [''],
  'drizzle-orm': ['', '/node-postgres', '/node-postgres/migrator', '/pg-core'],
  fastify: [''],
  'fastify-type-provider-zod': [''],
  marked: [''],
  nodemailer: ['', '/lib/shared'],
  pg: [''],
  'pg-boss': [''],
  pino: [''],
  'prom-client': [''],
  yaml: [''],
  zod: ['', '/v4/core'],
};
const NAMES = Object.keys(PARTS);

/** Their folder below the root. */
export const FOLDER = 'node_modules/.cache/server-packages';

/** Entry for Jest's `moduleNameMapper`; a subpath that is not listed above is an error that names it. */
export const IN_ONE_FILE = { [`^(${NAMES.join('|')})(/.*)?$`]: `<rootDir>/${FOLDER}/$1$2` };

/** Bundles all parts of a package into one file, each run on demand; other packages stay external. */
async function writePackage(build, folder, name) {
  const file = join(folder, name, 'package.js');
  const parts = PARTS[name].map((part) => `exports['${part}'] = () => require('${name}${part}');`);
  await build({
    stdin: { contents: parts.join('\n'), resolveDir: join(ROOT, 'api') },
    bundle: true,
    platform: 'node',
    target: 'node26',
    external: [...NAMES.filter((other) => other !== name).flatMap((other) => [other, `${other}/*`]), 'pg-native'],
    outfile: file,
    logLevel: 'error',
    minifyWhitespace: true,
  });
  for (const part of PARTS[name]) {
    const index = join(folder, `${name}${part}`, 'index.js');
    mkdirSync(dirname(index), { recursive: true });
    const path = relative(dirname(index), file);
    writeFileSync(index, `module.exports = require('./${path}')['${part}']();\n`);
  }
}

/** Writes each package as one file, unless it exists for the same versions. */
export async function writeServerPackages() {
  const made = createHash('sha256');
  for (const file of [join(ROOT, 'pnpm-lock.yaml'), import.meta.filename]) made.update(readFileSync(file));
  const digest = made.digest('hex');
  const folder = join(ROOT, FOLDER);
  const stamp = join(folder, 'made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  const { build } = await import('esbuild');
  const coming = `${folder}-${process.pid}`;
  try {
    await Promise.all(NAMES.map((name) => writePackage(build, coming, name)));
    writeFileSync(join(coming, 'made-of'), digest);
    rmSync(folder, { recursive: true, force: true });
    renameSync(coming, folder);
  } finally {
    rmSync(coming, { recursive: true, force: true });
  }
}
