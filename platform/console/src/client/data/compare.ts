import type { ReleaseDetails } from '../../shapes';

/** A difference between two releases. */
export interface Difference {
  what: string;
  name: string;
  before: string;
  after: string;
}

const NONE = 'none';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Names of content: `main.3fa9c2d1.js` is `main.js` in every release. */
const plainName = (file: string): string => file.replace(/\.[0-9a-f]{8,20}(?=\.)/, '');

function sizesOf({ files }: ReleaseDetails): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { file, bytes, brotli } of files)
    sizes.set(plainName(file), (sizes.get(plainName(file)) ?? 0) + (brotli ?? bytes));
  return sizes;
}

function differences<Value>(
  what: string,
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  text: (value: Value) => string,
): Difference[] {
  const textOf = (values: ReadonlyMap<string, Value>, name: string): string => {
    const value = values.get(name);
    return value === undefined ? NONE : text(value);
  };
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((name) => ({ what, name, before: textOf(before, name), after: textOf(after, name) }))
    .filter((one) => one.before !== one.after);
}

const total = (release: ReleaseDetails): number =>
  [...sizesOf(release).values()].reduce((sum, bytes) => sum + bytes, 0);

/** What a release changes against another: contract, routes, shares, and files by their compressed size. */
export function compareReleases(before: ReleaseDetails, after: ReleaseDetails): Difference[] {
  const routes = ({ routes: paths }: ReleaseDetails) => new Map(paths.map((path) => [path, path]));
  const shares = ({ shares: list }: ReleaseDetails) =>
    new Map(list.map(({ name, version, range }) => [name, `${version} (takes ${range})`]));
  const facts = (release: ReleaseDetails) =>
    new Map([
      ['contract', String(release.contract)],
      ['all files', kilobytes(total(release))],
    ]);
  return [
    ...differences('Release', facts(before), facts(after), String),
    ...differences('Route', routes(before), routes(after), String),
    ...differences('Share', shares(before), shares(after), String),
    ...differences('File', sizesOf(before), sizesOf(after), kilobytes),
  ];
}
