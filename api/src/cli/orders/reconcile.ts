import { parseArgs } from 'node:util';
import { createAnnounce } from '../../enrolments/announce';
import { queueMail } from '../../mail/queue/outgoing';
import { createProviderClient } from '../../orders/provider/client';
import { reconcileDisputes } from '../../orders/reconcile/disputes';
import { openOrders } from '../../orders/reconcile/due';
import { reconcile } from '../../orders/reconcile/reconcile';
import { readCompany } from '../../settings/company';
import type { Command } from '../support/command';

/** The API does this by itself, by age; a person may want to know now. */
export const reconcileOrders: Command = {
  usage: '[--json]   asks the provider now for every order of which something may still come',
  run: async ({ config, database: { db }, args, watched, print, remark }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const owner = readCompany(config.companyFile);
    const announce = createAnnounce({ outgoing: { add: async (tx, mail) => void (await queueMail(tx, mail)) }, owner });
    const reconciler = { db, provider: createProviderClient(config.payment), announce };
    let asked = 0;
    let changed = 0;
    let problems = 0;
    for await (const result of reconcile(reconciler, await openOrders(db))) {
      asked += 1;
      if (result.after !== result.before) changed += 1;
      if (result.problem) problems += 1;
      if (values.json) print(JSON.stringify(result));
      else if (result.problem || result.after !== result.before) {
        print(
          `${result.id.slice(0, 8)}  ${result.before} → ${result.after}${result.problem ? `  ${result.problem}` : ''}`,
        );
      }
      if (watched) remark(`\r${asked} orders asked for`);
    }
    const questioned = await reconcileDisputes(reconciler);
    changed += questioned.filter(({ before, after }) => before !== after).length;
    remark(`${watched ? '\r' : ''}orders asked for: ${asked}, moved on: ${changed}, with a problem: ${problems}\n`);
    return problems > 0 ? 1 : 0;
  },
};
