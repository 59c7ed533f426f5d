import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageDir, ROOT } from '../../paths';

/** Data with its required type. */
export interface TypedData {
  /** Name in messages, such as `api.yaml: Deployment api`. */
  name: string;
  module: string;
  /** Name of a type that the module exports. */
  type: string;
  value: unknown;
}

/** Module of an API version: `networking.k8s.io/v1` is `kubernetes-types/networking/v1`. */
export const moduleOf = (apiVersion: string): string =>
  `kubernetes-types/${apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`}`;

/** A type of the same shape for plain data: members of enumerations become their texts, methods are left out. */
const PLAIN = `type Plain<T> = T extends string ? \`\${T}\` : T extends number ? (\`\${T}\` extends \`\${infer N extends number}\` ? N : T)
  : T extends boolean | null | undefined ? T : { [K in keyof T as K extends \`_implements\${string}\` ? never : K]: Plain<T[K]> };`;

const written = ({ module, type, value }: TypedData): string =>
  `import type { ${type} as Shape } from '${module}';\n${PLAIN}\nexport const value: Plain<Shape> = ${JSON.stringify(value, null, 1)};\n`;

const OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: 'ESNext',
  moduleResolution: 'bundler',
  types: [],
};

/** Compiles data as literals. @returns the compiler's errors: unknown names, and values of a wrong type */
export async function typeFaults(data: readonly TypedData[]): Promise<string[]> {
  // The folder must be below the packages with the types.
  const dist = join(packageDir('tooling'), 'dist');
  await mkdir(dist, { recursive: true });
  const folder = await mkdtemp(join(dist, 'types-'));
  try {
    await Promise.all(data.map((each, index) => writeFile(join(folder, `data-${index}.ts`), written(each))));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }));
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
    const { stdout } = await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    return [...stdout.matchAll(/data-(\d+)\.ts\(\d+,\d+\): error TS\d+: ([^\n]+)/g)].map(
      ([, index, what]) => `${data[Number(index)]?.name}: ${what}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
