import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';

/** Settings as the composer gives them, for examples and tests. */
export const sampleConfig: PublicConfig = {
  siteOrigin: 'http://localhost:3000',
  site: { name: 'Nool & Needle', description: '', keywords: '', language: 'en-IN' },
  company: {
    name: 'Nool & Needle',
    furnishingsLine: 'Ambience & Harmony',
    description: '',
    keywords: '',
    about: '',
    since: 1973,
    phones: ['+91 44 0000 0000', '+91 98400 00000'],
    email: 'hello@noolandneedle.example',
    chat: '919840000000',
    address: ['1 Example Street', 'Chennai 600000'],
    parentGroup: 'Example Group',
    social: [],
  },
  navigation: { menu: [], footer: { quickLinks: [], products: [] }, lost: [] },
  hosts: { forms: '/api', studio: '/api', blog: '/api', courses: '/api' },
  emailjs: {
    origin: '',
    publicKey: 'local-key',
    serviceId: 'local-service',
    templates: { home: 'template-home', modal: 'template-modal', contact: 'template-contact' },
  },
  payment: { keyId: 'local', checkoutUrl: '/checkout.js' },
};

/** A shell that does nothing, for examples. */
export const quietShell: ShellApi = {
  openEnquiry: () => undefined,
  alert: () => Promise.resolve(),
  toast: () => undefined,
  navigate: () => undefined,
  setHead: () => undefined,
  fail: () => undefined,
  events: { publish: () => undefined, subscribe: () => () => undefined },
};
