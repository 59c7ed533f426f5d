import { address, host, port } from '@wholepage/composer/setting-schemas';
import * as z from 'zod';

const environment = z.object({
  FORM_HOST: host.default('/api'),
  STUDIO_HOST: host.default('/api'),
  BLOG_HOST: host.default('/api'),
  COURSE_HOST: host.default('/api'),
  EMAILJS_ORIGIN: host.default(''),
  EMAILJS_PUBLIC_KEY: z.string().default('local_public_key'),
  EMAILJS_SERVICE_ID: z.string().default('local_service'),
  EMAILJS_TEMPLATE_HOME: z.string().default('template_home'),
  EMAILJS_TEMPLATE_MODAL: z.string().default('template_modal'),
  EMAILJS_TEMPLATE_CONTACT: z.string().default('template_contact'),
  PAYMENT_SANDBOX_PORT: port.default(3200),
  PAYMENT_KEY_ID: z.string().default('rzp_test_sandbox'),
  PAYMENT_CHECKOUT_URL: address.optional(),
});

/** What this site reads from the environment beside the composer's own settings. */
export const settings = environment.transform((values) => {
  const checkoutUrl = values.PAYMENT_CHECKOUT_URL ?? `http://localhost:${values.PAYMENT_SANDBOX_PORT}/checkout.js`;
  return { ...values, checkoutUrl };
});

export type SiteSettings = z.output<typeof settings>;
