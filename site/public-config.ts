import type { SiteContext } from '@wholepage/contracts/site';
import { fill } from './contract/company-text';
import type { Company, PublicConfig } from './contract/config';
import type { Navigation } from './contract/navigation';
import type { SiteSettings } from './settings';

/** Labels, and what the company says of itself, name its details as content does. */
const withCompany = <T>(texts: T, company: Company): T =>
  JSON.parse(JSON.stringify(texts), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, company) : value,
  ) as T;

/** The part of the settings that browsers may know. */
export function publicConfig({
  settings,
  siteOrigin,
  navigation,
  content,
  address,
}: SiteContext<SiteSettings, Navigation, { company: Company }>): PublicConfig {
  const { mail: _notPublic, ...company } = withCompany(content.company, content.company);
  const { name, description, keywords } = company;
  return {
    siteOrigin,
    site: { name, description, keywords, language: 'en-IN', themeColor: '#22305F' },
    company,
    navigation: withCompany(navigation, company),
    hosts: {
      forms: address(settings.FORM_HOST),
      studio: address(settings.STUDIO_HOST),
      blog: address(settings.BLOG_HOST),
      courses: address(settings.COURSE_HOST),
    },
    emailjs: {
      origin: address(settings.EMAILJS_ORIGIN),
      publicKey: settings.EMAILJS_PUBLIC_KEY,
      serviceId: settings.EMAILJS_SERVICE_ID,
      templates: {
        home: settings.EMAILJS_TEMPLATE_HOME,
        modal: settings.EMAILJS_TEMPLATE_MODAL,
        contact: settings.EMAILJS_TEMPLATE_CONTACT,
      },
    },
    payment: { keyId: settings.PAYMENT_KEY_ID, checkoutUrl: settings.checkoutUrl },
  };
}
