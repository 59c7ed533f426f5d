import { type Check, type Fault, isRemote } from '../../check';

export const storage: Check = {
  name: 'storage',
  holds: 'visits leave no cookie that is not declared, and no more each time',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the site’s own storage is the shell’s'),
  async run(context) {
    const findings = await context.closeLooks();
    return findings.flatMap(({ path, storage: left }) =>
      left.map(
        (what): Fault => ({
          where: path,
          what,
          todo: 'Keep little, under one name, and declare cookies where they are read (`cookies` of a route or fragment).',
        }),
      ),
    );
  },
};
