import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageDir } from '../paths';

const PRESET = pathToFileURL(join(packageDir('tooling'), 'jest', 'preset.mjs')).href;

interface Project {
  modulePathIgnorePatterns: string[];
  transformIgnorePatterns: string[];
  transform: Record<string, string | [string, unknown]>;
}

/** Jest projects of a repository. */
const projectsOf = (root: string): Project[] => {
  const code = `import(process.argv[1]).then(({ jestConfig }) => console.log(JSON.stringify(jestConfig(process.argv[2]).projects)))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code, PRESET, root], { encoding: 'utf8' })) as Project[];
};

test('tests of a repository run its packages that are ES modules, and import pictures', () => {
  const root = mkdtempSync(join(tmpdir(), 'repository-'));
  const install = (name: string, type: string) => {
    const folder = join(root, 'node_modules', '.pnpm', `${name.replace('/', '+')}@1.0.0_a@2.0.0`, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type }));
    return join(folder, 'index.js');
  };
  const files = [install('esm', 'module'), install('@some/esm', 'module'), install('old', 'commonjs')];
  for (const { transformIgnorePatterns, transform } of projectsOf(root)) {
    const isLeft = (file: string) => transformIgnorePatterns.some((pattern) => new RegExp(pattern).test(file));
    expect(files.map(isLeft)).toEqual([false, false, true]);
    const [, picture] = Object.entries(transform).find(([one]) => new RegExp(one).test('./x.svg')) ?? [];
    expect(require(String(picture)).process().code).toContain('"/file"');
  }
  // `deploy image` writes copies of the site's packages below `var/`.
  for (const { modulePathIgnorePatterns } of projectsOf(root))
    expect(modulePathIgnorePatterns).toContain('<rootDir>/var/');
  rmSync(root, { recursive: true });
});
