import type { PublicConfig } from 'contracts/config';
import type { Loaded } from 'remote-kit';

/** What a provider's own script goes on to open or call, by the origin that serves it. */
const MORE: Record<string, { frame: string[]; connect: string[] }> = {
  'https://checkout.razorpay.com': {
    frame: ['https://api.razorpay.com'],
    connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com', 'https://lumberjack-cx.razorpay.com'],
  },
};

/** The origins that a page with enrolment must let in; no other page's policy has them. */
export function allowCheckout({ payment }: PublicConfig): NonNullable<Loaded<unknown>['allow']> {
  if (!URL.canParse(payment.checkoutUrl)) return {};
  const { origin } = new URL(payment.checkoutUrl);
  const { frame = [], connect = [] } = MORE[origin] ?? {};
  return { script: [origin], frame: [origin, ...frame], connect: [origin, ...connect] };
}
