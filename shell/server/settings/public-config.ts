import type { PublicConfig } from 'contracts/config';
import type { Settings } from './settings';

/** The part of the settings that browsers may know. */
export const publicConfig = (settings: Settings): PublicConfig => ({
  siteOrigin: settings.siteOrigin,
  company: settings.company,
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
