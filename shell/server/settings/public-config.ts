import { fill } from 'contracts/company-text';
import type { Company, PublicConfig } from 'contracts/config';
import type { Navigation } from 'contracts/navigation';
import type { Settings } from './settings';

/** Labels name the company as content does. */
const withCompany = (navigation: Navigation, company: Company): Navigation =>
  JSON.parse(JSON.stringify(navigation), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, company) : value,
  ) as Navigation;

/** The part of the settings that browsers may know. */
export const publicConfig = (settings: Settings): PublicConfig => ({
  siteOrigin: settings.siteOrigin,
  company: settings.company,
  navigation: withCompany(settings.navigation, settings.company),
  hosts: {
    forms: settings.FORM_HOST,
    studio: settings.STUDIO_HOST,
    blog: settings.BLOG_HOST,
    courses: settings.COURSE_HOST,
  },
  emailjs: {
    origin: settings.EMAILJS_ORIGIN,
    publicKey: settings.EMAILJS_PUBLIC_KEY,
    serviceId: settings.EMAILJS_SERVICE_ID,
    templates: {
      home: settings.EMAILJS_TEMPLATE_HOME,
      modal: settings.EMAILJS_TEMPLATE_MODAL,
      contact: settings.EMAILJS_TEMPLATE_CONTACT,
    },
  },
  payment: { keyId: settings.PAYMENT_KEY_ID, checkoutUrl: settings.checkoutUrl },
});
