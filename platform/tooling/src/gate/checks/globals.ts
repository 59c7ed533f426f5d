import type { ReleaseManifest } from '@wholepage/contracts/release';
import { containerName } from '@wholepage/federation/container';
import type { Check, GateContext } from '../check';
import { externalNames } from './foreign';

export const globals: Check = {
  name: 'globals',
  holds: 'nothing is written to window, to built-ins or to their prototypes',
  async *run(context) {
    const findings = await context.closeLooks();
    const isExpected = await expectedNames(context);
    const namesOf = (kind: 'added' | 'patched') => new Set(findings.flatMap((found) => found[kind]));
    for (const name of namesOf('added'))
      if (!isExpected(name))
        yield {
          where: `window.${name}`,
          what: 'It is new, and every app would see it.',
          todo: 'Keep it in a module.',
        };
    for (const where of namesOf('patched'))
      yield {
        where,
        what: 'It was replaced or added, for the whole page.',
        todo: 'Wrap it in a function of your own instead, or leave it to the shell.',
      };
  },
};

/** Libraries write their version where tools look for it, and what their own copies tell each other. */
const OF_LIBRARIES = ['__reactRouterVersion', 'litHtmlVersions', 'reactiveElementVersions', 'MotionIsMounted'];

/** The bundler's list of chunks and the federation's container: each carries its app's name. */
const ownNames = (app: string): string[] => {
  const name = containerName(app);
  return [name, `webpackChunk${name}`, `webpackChunk${app}`, ...OF_LIBRARIES];
};

/** Names that an app's build has on `window` by right. Its pages may hold fragments of all others. @returns whether a name is one of them */
export async function expectedNames({
  candidate,
  remotes,
}: Pick<GateContext, 'candidate' | 'remotes'>): Promise<(name: string) => boolean> {
  const isExternal = await externalNames(candidate);
  const apps: ReleaseManifest[] = [candidate.manifest, ...remotes];
  const known = new Set(apps.flatMap(({ app }) => ownNames(app)));
  // Copies of zod share their settings, as it means them to.
  return (name) => known.has(name) || isExternal(name) || /^\d+$|^__zod_/.test(name);
}
