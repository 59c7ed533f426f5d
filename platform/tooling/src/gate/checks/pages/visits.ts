import { type Check, type Fault, isRemote } from '../../check';

export const visits: Check = {
  name: 'visits',
  holds: 'a page works on the second and third visit, at all widths, and when each button is pressed',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell has no pages of its own'),
  async run(context) {
    const findings = await context.closeLooks();
    for (const { path, pressed } of findings)
      if (pressed.left.length)
        context.note(`${path}: not pressed, for they were not visible: ${pressed.left.slice(0, 8).join(', ')}`);
    return findings.flatMap(({ path, troubles }) =>
      troubles.map((what): Fault => ({ where: path, what, todo: 'Open it, do the same, and look at the console.' })),
    );
  },
};
