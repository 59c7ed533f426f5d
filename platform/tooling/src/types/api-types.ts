/** By this the library's plugin puts in the name that a host gives the remote. */
const ALIAS = 'REMOTE_ALIAS_IDENTIFIER';

/**
 * `@mf-types.d.ts` of a release, in the form of the library's own: by it, `loadRemote('news/embed')` has the type of that module.
 * @param modules that the release exposes, such as `./embed`; each has a file in its archive of types
 */
export function apiTypes(modules: readonly string[]): string {
  const names = modules.map((path) => `'${ALIAS}${path.slice(1)}'`);
  const choices = names.map((name) => `T extends ${name} ? typeof import(${name}) : `);
  return `export type RemoteKeys = ${names.join(' | ')};
export type PackageType<T> = ${choices.join('')}any;
`;
}
