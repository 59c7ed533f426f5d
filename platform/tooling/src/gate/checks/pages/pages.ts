import { viewInWords } from '../../browser/visits/views';
import type { Check, Fault } from '../../check';
import { isRemote } from '../../check';

export const pages: Check = {
  name: 'pages',
  holds: 'every page is made by the server and comes to life without a warning',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell has no pages of its own'),
  async run(context) {
    const findings = await context.visits();
    return findings.flatMap(({ view, troubles }) =>
      troubles.map(
        (what): Fault => ({
          where: viewInWords(view),
          what,
          todo: 'Open it: npm run dev, or the release alone under /_standalone.',
        }),
      ),
    );
  },
};
