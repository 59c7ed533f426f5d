import { ORDERS } from './orders/commands';
import { runCli } from './support/run-cli';

await runCli('orders', ORDERS);
