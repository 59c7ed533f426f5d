import { ORDERS } from './orders/commands';
import { runCli } from './support/run';

await runCli('orders', ORDERS);
