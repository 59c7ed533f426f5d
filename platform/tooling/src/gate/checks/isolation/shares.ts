import type { Share } from '@wholepage/contracts/release';
import { sharesIn } from '@wholepage/federation/webpack/shares';
import { type Check, isRemote, type ReadableRelease } from '../../check';
import { misfits } from '../../inspect/contract/misfits';

const sharesOf = async (release: ReadableRelease): Promise<Share[]> =>
  sharesIn((await release.bytes(release.manifest.entry.browser)).toString('utf8'));

export const shares: Check = {
  name: 'shares',
  holds: 'shared packages fit what the live shell offers',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell is who offers'),
  async run({ candidate, shell }) {
    const where = candidate.manifest.entry.browser;
    return misfits(await sharesOf(candidate), await sharesOf(shell)).map((fault) => ({ where, ...fault }));
  },
};
