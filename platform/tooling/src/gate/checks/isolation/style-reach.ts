import { type Check, type Fault, isRemote } from '../../check';

export const styleReach: Check = {
  name: 'style-reach',
  holds: 'its styles change nothing outside its slot, as a browser computes them',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell sets the base styles'),
  async run(context) {
    const findings = await context.visits();
    return findings.flatMap(({ view, styleLeaks }) =>
      styleLeaks.map(
        (what): Fault => ({ where: view.path, what, todo: 'Start the rule from a class of a CSS module.' }),
      ),
    );
  },
};
