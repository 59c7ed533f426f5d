import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../../start-cluster';
import { payInCheckout } from '../load';
import { hasPaid, restartInTurn, until, untilReady } from '../looks';

const PAID_WITHIN_MS = 10_000;
/** Time of the provider's first tries of a refused webhook. */
const REFUSED_MS = 3_000;

/** Pays for a course and closes the page at once: only the provider's webhooks report it. @returns the buyer's address */
const pay = ({ origin, sandbox, providerSettings }: Cluster): Promise<string> =>
  payInCheckout({ api: `${origin}/api`, sandbox, keyId: providerSettings.PAYMENT_KEY_ID ?? '' }).then(
    ({ email }) => email,
  );

async function mustBePaid(cluster: Cluster, when: string): Promise<void> {
  const visitor = await pay(cluster);
  const look = async () => (await hasPaid(cluster, visitor)) || undefined;
  await until(look, { withinMs: PAID_WITHIN_MS, what: `a payment was not heard of ${when}` });
}

/** Changes the secret at the provider, as its dashboard does. Later webhooks are signed with it. */
async function changeAtProvider(cluster: Cluster, secret: string): Promise<void> {
  cluster.providerSettings.PAYMENT_WEBHOOK_SECRET = secret;
  await cluster.services.get('payment-sandbox').restart();
  await untilReady(cluster);
}

/**
 * Replaces the webhook's secret by the steps of docs/runbook/rotate-keys.md, while people pay.
 * @returns a remark @throws with the phase in which a payment was lost, or when the withdrawn secret still works
 */
export async function replaceWebhookSecret(cluster: Cluster): Promise<string> {
  const { settings } = cluster;
  const [old = '', next] = [settings.PAYMENT_WEBHOOK_SECRET, randomBytes(12).toString('hex')];
  Object.assign(settings, { PAYMENT_WEBHOOK_SECRET: next, PAYMENT_WEBHOOK_SECRET_PREVIOUS: old });
  await restartInTurn(cluster, 'api');
  await mustBePaid(cluster, 'before the provider had the new secret');
  await changeAtProvider(cluster, next);
  await mustBePaid(cluster, 'while both secrets were believed');
  settings.PAYMENT_WEBHOOK_SECRET_PREVIOUS = '';
  await restartInTurn(cluster, 'api');
  await mustBePaid(cluster, 'after the old secret was withdrawn');
  await changeAtProvider(cluster, old);
  const visitor = await pay(cluster);
  await wait(REFUSED_MS);
  if (await hasPaid(cluster, visitor)) throw new Error('a webhook was believed that the withdrawn secret had signed');
  await changeAtProvider(cluster, next);
  return 'each payment was heard of; the old secret is believed no more';
}
