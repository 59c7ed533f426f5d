import type { Commands } from '../support/command';
import { listOrders } from './list';
import { listProblems } from './problems';
import { reconcileOrders } from './reconcile';
import { settleProblem } from './settle';
import { showOrder } from './show';
import { listWebhooks } from './webhooks';

/** `npm run orders` */
export const ORDERS: Commands = {
  list: listOrders,
  show: showOrder,
  reconcile: reconcileOrders,
  problems: listProblems,
  settle: settleProblem,
  webhooks: listWebhooks,
};
