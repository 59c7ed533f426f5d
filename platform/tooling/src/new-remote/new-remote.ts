import { join } from 'node:path';
import { linkPackages } from '../new-repository/link-packages';
import { TARBALLS } from '../new-repository/tarballs';
import { versionsOf, withVersions } from '../new-repository/write-template';
import { tarballsIn } from '../pack/pack-platform';
import { isPacked, ROOT } from '../paths';
import { siteDefinition } from '../site/definition';
import { makeRepository } from './make-repository';
import { neighbours } from './neighbours';
import { planRemote } from './plan-remote';
import { writeRemote } from './write-remote';

/** `wholepage new remote <name> <path>`: a remote with one page that can be released at once. @param options.out a repository of its own */
export async function newRemote(
  words: readonly string[],
  options: { port?: string; out?: string } = {},
): Promise<void> {
  const plan = planRemote(words, options.port, await neighbours(), await siteDefinition());
  if (options.out !== undefined) {
    const folder = await makeRepository(plan, options.out);
    console.log(
      `${plan.name}: a repository of its own in ${folder}, for ${plan.path}. Its README says how it is released.`,
    );
    return;
  }
  const versioned = isPacked ? withVersions(versionsOf(await tarballsIn(join(ROOT, TARBALLS)))) : undefined;
  const files = await writeRemote(plan, undefined, versioned);
  console.log(`${plan.name}: ${files.length} files, for ${plan.path}, alone on port ${plan.port}`);
  await linkPackages();
  console.log(`Alone:  npm run --prefix ${plan.name} standalone`);
  console.log(`Tests:  ${isPacked ? 'npm test --' : 'npx jest'} ${plan.name}`);
  console.log(`Live:   npm run release ${plan.name}`);
  console.log(`Menu:   as "${plan.title}" while it is live; src/routes.tsx says so`);
}
