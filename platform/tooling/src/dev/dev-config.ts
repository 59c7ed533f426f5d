import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { companySchema, type PublicConfig } from 'contracts/config';
import { ROOT } from '../paths';

/** Settings for a remote alone: the API is reached through the development server. */
export function devConfig(siteOrigin: string, env: NodeJS.ProcessEnv = process.env): PublicConfig {
  const company = companySchema.parse(JSON.parse(readFileSync(join(ROOT, 'company.json'), 'utf8')));
  return {
    siteOrigin,
    company,
    navigation: { menu: [], footer: { quickLinks: [], products: [] }, lost: [] },
    hosts: { forms: '/api', studio: '/api', blog: '/api', courses: '/api' },
    emailjs: {
      origin: '',
      publicKey: 'local_public_key',
      serviceId: 'local_service',
      templates: { home: 'template_home', modal: 'template_modal', contact: 'template_contact' },
    },
    payment: {
      keyId: 'rzp_test_sandbox',
      checkoutUrl: `http://localhost:${env.PAYMENT_SANDBOX_PORT || 3200}/checkout.js`,
    },
  };
}
