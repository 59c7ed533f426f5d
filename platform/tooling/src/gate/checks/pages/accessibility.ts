import type { Violation } from '../../browser/probes/find-violations';
import { type Check, type Fault, isRemote } from '../../check';

const faultOf = (where: string, { help, helpUrl, targets: [target = '', ...more] }: Violation): Fault => ({
  where: `${where}: ${target}${more.length ? ` and ${more.length} more` : ''}`,
  what: help,
  todo: helpUrl,
});

export const accessibility: Check = {
  name: 'accessibility',
  holds: 'axe finds nothing against WCAG 2.2 AA, in pages and in each dialog that a button opens',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'it is seen on every page of the remotes'),
  async run(context) {
    const findings = await context.visits();
    const closely = await context.closeLooks();
    return [
      ...findings.flatMap(({ view, violations }) => violations.map((one) => faultOf(view.path, one))),
      ...closely.flatMap(({ path, pressed }) =>
        pressed.violations.map(({ dialog, violation }) => faultOf(`${path}, the dialog of "${dialog}"`, violation)),
      ),
    ];
  },
};
