import { createServer, type Server } from 'node:http';
import { orderRoutes } from './api/order-routes';
import { paymentRoutes } from './api/payment-routes';
import { Bank } from './bank/bank';
import { Disputes } from './bank/disputes';
import { Refunds } from './bank/refunds';
import type { Assets } from './checkout/assets';
import { Payments } from './checkout/payments';
import { checkoutRoutes } from './checkout/routes';
import { bankControlRoutes } from './controls/bank-routes';
import { Faults } from './controls/faults';
import { controlRoutes } from './controls/routes';
import { createListener } from './http/listener';
import type { Settings } from './settings';
import { Store } from './store/store';
import { Webhooks } from './webhooks/webhooks';

export interface Sandbox {
  server: Server;
  /** Takes no new calls, finishes those under way, drops retries that wait. */
  close(): Promise<void>;
}

/** Puts a sandbox together. It does not listen yet. */
export function createSandbox(settings: Settings, assets: Assets): Sandbox {
  const store = new Store();
  const webhooks = new Webhooks(settings);
  const faults = new Faults();
  const bank = new Bank(store, webhooks);
  const counters = {
    bank,
    refunds: new Refunds(bank, store.refunds, webhooks),
    disputes: new Disputes(bank, store.disputes, webhooks),
  };
  const payments = new Payments(store, settings, bank);
  let stopping = false;
  const server = createServer(
    createListener([
      { method: 'GET', path: '/healthz', handle: () => ({ body: { status: 'ok', sandbox: true } }) },
      {
        method: 'GET',
        path: '/readyz',
        handle: () => ({ status: stopping ? 503 : 200, body: { status: stopping ? 'stopping' : 'ready' } }),
      },
      ...faults.wrap([...orderRoutes(store, settings), ...paymentRoutes(store, counters, settings)]),
      ...checkoutRoutes(payments, assets),
      ...controlRoutes(webhooks, faults, counters),
      ...bankControlRoutes(counters),
    ]),
  );
  return {
    server,
    async close() {
      stopping = true;
      faults.clear();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await webhooks.stop();
      await closed;
    },
  };
}
