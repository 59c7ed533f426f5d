import { UNKNOWN } from '../../browser/site/sample-pages';
import type { AskedAddress } from '../../browser/visits/ask-addresses';
import { SLOW_MS } from '../../browser/visits/ask-addresses';
import { type Check, type Fault, isRemote } from '../../check';
import { wideOrigins } from '../../inspect/secrets/wide-origins';

/** @param hasApi false: how it is answered says nothing about the release */
const faultsOf = ({ path, listed, status, ms, noindex, policy, errors }: AskedAddress, hasApi: boolean): Fault[] => {
  const faults: Fault[] = [];
  const fault = (what: string, todo: string) => faults.push({ where: path, what, todo });
  for (const error of hasApi ? errors : []) fault(error, 'Open it: npm run dev; the composer logs where it failed.');
  if (listed && status !== 200 && hasApi)
    fault(`It is listed for search engines and answers ${status}.`, 'Mend the page, or take it from the sitemap.');
  if (listed && noindex && hasApi)
    fault('It is listed for search engines and tells them to leave it out.', 'Decide for one.');
  if (path.endsWith(UNKNOWN) && status === 200 && !noindex)
    fault('There is no such page, and it answers 200.', 'Answer 404, or say `noindex` in the head.');
  if (ms > SLOW_MS)
    fault(
      `It takes ${(ms / 1000).toFixed(1)} s; ${SLOW_MS / 1000} s are allowed.`,
      'Load less, or compute it when built.',
    );
  for (const origin of wideOrigins(policy))
    fault(`It allows ${origin}, which is anybody's.`, 'Name the hosts, in `allow` of the page.');
  return faults;
};

export const addresses: Check = {
  name: 'addresses',
  holds: 'every address of the sitemap is answered well and quickly, and one that there is not by 404',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell has no pages of its own'),
  async run(context) {
    const { own, left } = await context.addresses();
    const { hasApi } = await context.site();
    if (left) context.note(`${left} addresses of the sitemap were not asked for.`);
    return own.flatMap((address) => faultsOf(address, hasApi));
  },
};
