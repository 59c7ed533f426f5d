import type { Shares } from '@wholepage/federation/webpack/federation';
import { installedVersion } from './installed';

/** What roots share; the first part of each is the package that its version is of. */
const SHARED = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/**
 * React is shared between roots of one minor version: the server's HTML is hydrated by what made it, patches aside. A
 * remote on another brings its own, all of it; one that has no React asks for none.
 * @param hot components are swapped by the development build of React, which a page of the live site does not have
 */
export function sharedBy(app: string, hot = false): Shares {
  const version = hot ? undefined : installedVersion(app, 'react');
  return version ? Object.fromEntries(SHARED.map((name) => [name, { requiredVersion: `~${version}` }])) : {};
}
