import { UsageError } from '../run/command';
import { makeSite } from './make-site';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** `wholepage new site <name> --out DIR`: a site of its own with a frame, one remote and one fragment. */
export async function newSite(words: readonly string[], { out }: { out?: string } = {}): Promise<void> {
  const [name = '', ...more] = words;
  if (more.length > 0) throw new UsageError(`That is too much: leave out "${more.join(' ')}".`);
  if (!NAME.test(name) || name.length > 40)
    throw new UsageError(
      `"${name}" is not a name of a site: small letters and dashes, such as corner-shop, at most 40.`,
    );
  if (out === undefined) throw new UsageError('Where to? Name a new folder by --out.');
  const folder = await makeSite(name, out);
  console.log(`${name}: a site in ${folder}. Its README says how it is started: two commands.`);
}
