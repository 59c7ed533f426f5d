import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { GateContext } from '../../check';
import { guestNames } from './guest';

/** Libraries that write their version where tools look for it. */
const VERSIONS = ['__reactRouterVersion', 'litHtmlVersions', 'reactiveElementVersions'];

/** The bundler's list of chunks and the federation's container: each carries its app's name. */
const ownNames = (app: string): string[] => {
  const name = app.replaceAll('-', '_');
  return [name, `webpackChunk${name}`, `webpackChunk${app}`, ...VERSIONS];
};

/** Names that an app's build has on `window` by right. Its pages may hold fragments of all others. @returns whether a name is one of them */
export async function expectedNames({
  candidate,
  remotes,
}: Pick<GateContext, 'candidate' | 'remotes'>): Promise<(name: string) => boolean> {
  const isGuests = await guestNames(candidate);
  const apps: ReleaseManifest[] = [candidate.manifest, ...remotes];
  const known = new Set(apps.flatMap(({ app }) => ownNames(app)));
  return (name) => known.has(name) || isGuests(name) || /^\d+$/.test(name);
}
