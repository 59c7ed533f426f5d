import { type OwnCommand, runStaff } from '@wholepage/staff-kit/command';
import { LONGEST_WHY } from './command';
import { expectCause } from './server/causes';
import { tryNotify } from './server/routes';
import { readConsoleSettings } from './server/settings';
import { CONSOLE } from './service';

/** Marks an error as expected; without `--why`, removes the mark. @throws Error in one sentence */
const expectError: OwnCommand = async ([id = ''], { why: given }, open, actor) => {
  const why = given?.slice(0, LONGEST_WHY) ?? '';
  await using database = await open();
  await expectCause(database.pool, id, { why, isExpected: given !== undefined }, { actor });
  process.stdout.write(why ? `${id} is expected: ${why}\n` : `${id} is expected no longer.\n`);
};

const trying: OwnCommand = async (_words, _options, open, actor) => {
  await using database = await open();
  await tryNotify(database.pool, readConsoleSettings(), { actor });
  process.stdout.write('The chat took the message.\n');
};

runStaff(CONSOLE, {
  readSettings: readConsoleSettings,
  saves: 'people, audit, evidence and errors',
  own: {
    'try-notify': { does: 'sends one message to NOTIFY_URL', run: trying },
    'expect <id>': {
      does: 'marks an error as expected; without --why it is expected no longer',
      option: ['--why <text>', 'the reason'],
      run: expectError,
    },
  },
});
