import type { Loaded } from '@wholepage/remote-kit';
import type { PublicConfig } from 'site/config';

/** The origins that a page with enrolment must let in; no other page's policy has them. What that script
 * goes on to load is in `site/settings.ts`. */
export function allowCheckout({ payment }: PublicConfig): NonNullable<Loaded<unknown>['allow']> {
  if (!URL.canParse(payment.checkoutUrl)) return {};
  const { origin } = new URL(payment.checkoutUrl);
  return { script: [origin], frame: [origin], connect: [origin] };
}
