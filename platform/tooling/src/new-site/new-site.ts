import { optionsOf } from '../release/arguments/arguments';
import { runCommand, UsageError } from '../run/command';
import { makeSite } from './make-site';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

await runCommand(
  'npm run new-site -- <name> --out DIR   makes a site of its own with a frame, one remote and one fragment',
  async (line) => {
    const { words, options } = optionsOf(line, { out: 'string' });
    const [name = '', ...more] = words;
    if (more.length > 0) throw new UsageError(`That is too much: leave out "${more.join(' ')}".`);
    if (!NAME.test(name) || name.length > 40)
      throw new UsageError(
        `"${name}" is not a name of a site: small letters and dashes, such as corner-shop, at most 40.`,
      );
    if (options.out === undefined) throw new UsageError('Where to? Name a new folder by --out.');
    const folder = await makeSite(name, options.out);
    console.log(`${name}: a site in ${folder}. Its README says how it is started: two commands.`);
  },
);
