import { type Check, type Fault, isRemote } from '../../check';
import { expectedNames } from '../../inspect/bundle/expected-names';

export const globals: Check = {
  name: 'globals',
  holds: 'nothing is written to window, to built-ins or to their prototypes',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the page is the shell’s'),
  async run(context) {
    const findings = await context.closeLooks();
    const isExpected = await expectedNames(context);
    const added = new Set(findings.flatMap((found) => found.added));
    const patched = new Set(findings.flatMap((found) => found.patched));
    return [
      ...[...added]
        .filter((name) => !isExpected(name))
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
