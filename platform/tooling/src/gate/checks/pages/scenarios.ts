import { type Check, type Fault, isRemote } from '../../check';
import { playScenarios } from '../../scenarios/play-scenarios';

const listed = (names: readonly string[]): string => [...new Set(names)].join(', ');

export const scenarios: Check = {
  name: 'scenarios',
  holds: 'alone, with every form filled and sent, no scenario of the remote ends in an error',
  inapplicable: ({ candidate }) => {
    if (!isRemote(candidate)) return 'the shell has no stage';
    return candidate.manifest.entry.standalone ? undefined : 'the release has no stage';
  },
  async run({ candidate, site, note }) {
    const { browser, composer } = await site();
    const played = await playScenarios(browser, composer.origin, candidate.manifest);
    if (played.length === 0) note('The stage lists no scenarios: its forms were not sent.');
    const sent = played.flatMap((one) => one.sent);
    const unanswered = sent.filter((line) => line.endsWith(' (real)'));
    if (sent.length) note(`The scenarios answered ${listed(sent.filter((line) => !unanswered.includes(line)))}.`);
    if (unanswered.length) note(`No scenario answers ${listed(unanswered)}: what comes after it was not seen.`);
    const left = played.flatMap((one) => one.left);
    if (left.length) note(`On the stage nobody could press ${listed(left)}.`);
    return played.flatMap(({ page, scenario, troubles }) =>
      troubles.map(
        (what): Fault => ({
          where: `${page}, scenario "${scenario}"`,
          what,
          todo: `Open it: npm run standalone in the remote's folder, then ?page=${page}&scenario=${scenario}.`,
        }),
      ),
    );
  },
};
