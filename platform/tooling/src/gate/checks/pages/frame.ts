import { type Check, type Fault, isRemote } from '../../check';

export const frame: Check = {
  name: 'frame',
  holds: 'header and footer stay as they are, and in reach, from 320 to 2560, for ten seconds and after it was left',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the frame is the shell’s'),
  async run(context) {
    const findings = await context.closeLooks();
    return findings.flatMap(({ path, frame: changes }) =>
      changes.map((what): Fault => ({ where: path, what, todo: 'Style and place only what stands in the slot.' })),
    );
  },
};
