import type { Commands } from '../support/command';
import { listOrders } from './list';
import { reconcileOrders } from './reconcile';
import { showOrder } from './show';
import { listWebhooks } from './webhooks';

/** `npm run orders` */
export const ORDERS: Commands = {
  list: listOrders,
  show: showOrder,
  reconcile: reconcileOrders,
  webhooks: listWebhooks,
};
