import { join, relative } from 'node:path';
import type { Description, SourcePackage } from './source-package';

/** Versions of what several packages use (`catalog:`), by name, and of the packages that are packed (`workspace:*`). */
export interface Versions {
  catalog: Readonly<Record<string, string>>;
  packed: Readonly<Record<string, string>>;
}

function versioned(dependencies: Record<string, string> | undefined, { catalog, packed }: Versions, by: string) {
  if (!dependencies) return undefined;
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => {
      const version = range.startsWith('workspace:') ? packed[name] : range === 'catalog:' ? catalog[name] : range;
      if (!version) throw new Error(`${by} depends on ${name}, which is not packed: pack it, too.`);
      return [name, version];
    }),
  );
}

const within = (path: string, codeRoot: string): string => relative(codeRoot || '.', path);

/** `./src/x.ts` → its declarations and its code below `dist`; undefined of what is not packed. */
function exported(target: string, { codeRoot, sources }: SourcePackage) {
  const [folder, pattern] = [within(target, codeRoot), target.includes('*')];
  // Beside the code: `files` names it.
  if (folder.startsWith('..')) return target;
  if (!pattern && !sources.includes(folder)) return undefined;
  const file = `./${join('dist', folder)}`;
  if (file.endsWith('.css')) return file;
  return { types: file.replace(/\.tsx?$/, '.d.ts'), default: file.replace(/\.tsx?$/, '.js') };
}

/** The `package.json` of a packed package. @throws when it depends on one that is not packed */
export function packedDescription(source: SourcePackage, versions: Versions): Record<string, unknown> {
  const { name, version, description, type, bin, sideEffects, exports = {}, files = [] } = source.description;
  const { dependencies, peerDependencies }: Description = source.description;
  const entries = Object.entries(exports).map(([key, target]) => [key, exported(target, source)] as const);
  return {
    name,
    version,
    description,
    type,
    license: 'UNLICENSED',
    engines: { node: '>=20.19' },
    bin,
    sideEffects,
    exports: { ...Object.fromEntries(entries.filter(([, target]) => target)), './package.json': './package.json' },
    files: ['dist', 'CHANGELOG.md', ...files.filter((path) => !path.startsWith('!'))],
    dependencies: versioned(dependencies, versions, name),
    peerDependencies: versioned(peerDependencies, versions, name),
  };
}
