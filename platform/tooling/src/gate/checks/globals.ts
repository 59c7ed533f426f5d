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
      if (!OF_SVELTE.test(where))
        yield {
          where,
          what: 'It was replaced or added, for the whole page.',
          todo: 'Wrap it in a function of your own instead, or leave it to the shell.',
        };
  },
};

/** Libraries write their version where tools look for it, and what their own copies tell each other. */
const OF_LIBRARIES =
  /^(__reactRouterVersion|litHtmlVersions|reactiveElementVersions|MotionIsMounted|__svelte|__(VUE|zod)_\w+)$/;
/** What Svelte declares for all elements, empty: engines find it sooner there. */
const OF_SVELTE = /^Element\.prototype\.(Symbol\(attributes\)|__attributes)$/;

/** Names that an app's build has on `window` by right. Its pages may hold fragments of all others. @returns whether a name is one of them */
export async function expectedNames({
  candidate,
  remotes,
}: Pick<GateContext, 'candidate' | 'remotes'>): Promise<(name: string) => boolean> {
  const isExternal = await externalNames(candidate);
  const apps: ReleaseManifest[] = [candidate.manifest, ...remotes];
  const containers = apps.flatMap(({ app }) => [app, containerName(app)]);
  // The federation's container, the bundler's list of chunks, and windows of frames.
  return (name) =>
    containers.includes(name.replace(/^webpackChunk/, '')) ||
    isExternal(name) ||
    OF_LIBRARIES.test(name) ||
    /^\d+$/.test(name);
}
