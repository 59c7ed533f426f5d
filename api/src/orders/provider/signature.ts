import { createHmac, timingSafeEqual } from 'node:crypto';

const matches = (content: string | Buffer, given: string, secret: string): boolean => {
  const wanted = createHmac('sha256', secret).update(content).digest();
  const received = Buffer.from(/^[0-9a-f]{64}$/i.test(given) ? given : '', 'hex');
  return received.length === wanted.length && timingSafeEqual(received, wanted);
};

/** Whether the provider's checkout made this signature. The order id must be the stored one, not the browser's. */
export const isPaymentSignature = (
  storedOrderId: string,
  paymentId: string,
  signature: string,
  keySecret: string,
): boolean => matches(`${storedOrderId}|${paymentId}`, signature, keySecret);

/**
 * With which of the secrets the provider signed this webhook: its signature covers the body byte for byte.
 * @param secrets the one in use first, then the one that it replaces
 * @returns the secret's place in the list, -1 when it is none of them
 */
export const webhookSecretOf = (rawBody: Buffer, signature: string, secrets: readonly string[]): number =>
  secrets.findIndex((secret) => matches(rawBody, signature, secret));
