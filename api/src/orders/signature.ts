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

/** Whether the provider sent this webhook: its signature covers the body byte for byte. */
export const isWebhookSignature = (rawBody: Buffer, signature: string, webhookSecret: string): boolean =>
  matches(rawBody, signature, webhookSecret);
