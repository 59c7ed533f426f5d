import { type Check, type Fault, isRemote } from '../../check';
import { guestNames } from '../../inspect/bundle/guest';

/** Libraries that write their version where tools look for it. */
const VERSIONS = ['__reactRouterVersion', 'litHtmlVersions', 'reactiveElementVersions'];

/** The bundler's list of chunks and the federation's container: each carries its app's name. */
const ownNames = (app: string): string[] => {
  const name = app.replaceAll('-', '_');
  return [name, `webpackChunk${name}`, `webpackChunk${app}`, ...VERSIONS];
};

export const globals: Check = {
  name: 'globals',
  holds: 'nothing is written to window, to built-ins or to their prototypes',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the page is the shell’s'),
  async run({ candidate, closeLooks, remotes }) {
    const findings = await closeLooks();
    const isGuests = await guestNames(candidate);
    // Its pages may hold fragments of all others.
    const known = new Set([candidate.manifest, ...remotes].flatMap(({ app }) => ownNames(app)));
    const added = new Set(findings.flatMap((found) => found.added));
    const patched = new Set(findings.flatMap((found) => found.patched));
    return [
      ...[...added]
        .filter((name) => !known.has(name) && !isGuests(name) && !/^\d+$/.test(name))
        .map(
          (name): Fault => ({
            where: `window.${name}`,
            what: 'It is new, and every app would see it.',
            todo: 'Keep it in a module.',
          }),
        ),
      ...[...patched].map(
        (name): Fault => ({
          where: name,
          what: 'It was replaced or added, for the whole page.',
          todo: 'Wrap it in a function of your own instead.',
        }),
      ),
    ];
  },
};
