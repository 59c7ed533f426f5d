import type { Context } from '../../context';
import { messageOf } from '../../errors';
import type { ScheduledJob } from '../../jobs/job';
import { reconcileDisputes } from './disputes';
import { dueOrders } from './due';
import { reconcile } from './reconcile';

/** Most orders that are asked for in one minute: the provider limits calls, and the next run goes on. */
const BATCH = 100;

type Needed = Pick<Context, 'database' | 'provider' | 'metrics' | 'onTrouble' | 'announce' | 'outgoing'>;

/** Asks the provider for what no webhook reported, gives up what was abandoned, and looks after what was paid. */
export const reconcileJob = ({ metrics, onTrouble, outgoing, ...context }: Needed): ScheduledJob => ({
  name: 'reconcile-orders',
  schedule: '* * * * *',
  run: async (signal) => {
    const { provider, announce } = context;
    const reconciler = { db: context.database.db, provider, announce };
    const due = await dueOrders(reconciler.db, BATCH);
    for await (const { id, before, after, problem } of reconcile(reconciler, due, signal)) {
      metrics.orders.inc({ event: problem ? 'reconcile_failed' : before === after ? 'reconciled' : 'moved' });
      outgoing.wake();
      if (problem) onTrouble(`Order ${id} could not be reconciled: ${problem}`);
    }
    if (due.length === 0 || signal.aborted) return;
    await reconcileDisputes(reconciler).catch((error: unknown) =>
      onTrouble(`The provider's disputes could not be read: ${messageOf(error)}`),
    );
  },
});
