import type { Check, Fault } from '../../check';
import { absentUses, brokenUses } from '../../inspect/contract/broken-users';

export const users: Check = {
  name: 'users',
  holds: 'what live remotes use of it stays as they use it, and what it uses of them is there',
  async run({ candidate: { manifest }, live, remotes, shell, note }) {
    const others = [...remotes.filter(({ app }) => app !== manifest.app), shell.manifest];
    const faults = absentUses(manifest, others).map(
      (name): Fault => ({
        where: name,
        what: `It uses ${name}, which the live ${name.split(/[/:]/)[0]} does not have.`,
        todo: 'Release that one first, or take the name from the types of live releases: npm run types.',
      }),
    );
    for (const { name, changes, users: using } of live ? brokenUses(live, manifest, others) : []) {
      const what = `${name} changes under who uses it: ${changes.join('; ')}`;
      if (using.length === 0) note(`${what}. No live remote uses it.`);
      else
        faults.push({
          where: name,
          what: `${what}. Used by ${using.join(', ')}.`,
          todo: `Take what ${using.join(' and ')} give, or release them first with what fits both.`,
        });
    }
    return faults;
  },
};
