import { fill } from 'contracts/company-text';
import type { Company, PublicConfig } from 'contracts/config';
import type { Navigation } from 'contracts/navigation';
import type { Settings } from './settings';
import type { SiteContent } from './site-content';

/** Labels name the company as content does. */
const withCompany = (navigation: Navigation, company: Company): Navigation =>
  JSON.parse(JSON.stringify(navigation), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, company) : value,
  ) as Navigation;

/** The part of the settings that browsers may know. @param content as it is now; else as it was at the start */
export const publicConfig = (settings: Settings, content: SiteContent = settings.content): PublicConfig => ({
  siteOrigin: settings.siteOrigin,
  company: content.company,
  navigation: withCompany(content.navigation, content.company),
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
