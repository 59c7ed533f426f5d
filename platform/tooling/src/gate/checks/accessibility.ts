import { type Check, type Fault, isRemote } from '../check';

export const accessibility: Check = {
  name: 'accessibility',
  holds: 'axe finds nothing against WCAG 2.2 AA',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'it is seen on every page of the remotes'),
  async run(context) {
    const findings = await context.visits();
    return findings.flatMap(({ view, violations }) =>
      violations.map(
        ({ help, helpUrl, targets: [target = '', ...more] }): Fault => ({
          where: `${view.path}: ${target}${more.length ? ` and ${more.length} more` : ''}`,
          what: help,
          todo: helpUrl,
        }),
      ),
    );
  },
};
