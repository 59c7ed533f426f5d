import { embedTypes, eventMembers, fragmentMembers, type TypedRelease } from './release-types';

const indented = (text: string): string =>
  text
    .replaceAll(/^(export )?declare /gm, '$1')
    .split('\n')
    .map((line) => line && `  ${line}`)
    .join('\n');

/** A module by which a stock host asks for a remote: `news/embed`. */
const embedModule = (release: TypedRelease): string =>
  `declare module '${release.app}/embed' {\n${indented(embedTypes(release))}}\n`;

const HEAD = '// Written by `npm run wholepage -- types` from the live releases. Changes here are lost.\n';

const inOrder = (releases: readonly TypedRelease[]): TypedRelease[] =>
  [...releases].sort((one, other) => one.app.localeCompare(other.app));

/** An interface that the contract declares empty, and to which these members are added. */
const filled = (name: string, members: string): string => (members ? `interface ${name} {\n${members}}\n` : '');

/**
 * Declarations for the editor: props of live fragments, and details of live events.
 * @param releases the live ones, the shell's left out
 */
export const liveTypes = (releases: readonly TypedRelease[]): string =>
  [
    HEAD,
    filled('LiveFragments', inOrder(releases).map(fragmentMembers).join('')),
    filled('LiveEvents', inOrder(releases).map(eventMembers).join('')),
  ].join('\n');

/** Declarations for hosts with Module Federation's own runtime: `./embed` of each remote. */
export const liveModules = (releases: readonly TypedRelease[]): string =>
  [HEAD, ...inOrder(releases).map(embedModule)].join('\n');
