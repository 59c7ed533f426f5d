import type { Loaded } from '@wholepage/remote-kit';
import type { PublicConfig } from 'site/config';

/** Origins that the content security policy of a page with enrolment allows; other pages' policies do not. Origins
 * that the script itself loads from are in `site/settings.ts`. */
export function allowCheckout({ payment }: PublicConfig): NonNullable<Loaded<unknown>['allow']> {
  if (!URL.canParse(payment.checkoutUrl)) return {};
  const { origin } = new URL(payment.checkoutUrl);
  return { script: [origin], frame: [origin], connect: [origin] };
}
