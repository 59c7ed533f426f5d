import type { PublicConfig } from 'contracts/config';

/** The site's settings for tests; the blog is on another host, so that prefixes show. */
export const config: PublicConfig = {
  siteOrigin: 'https://site.example',
  company: {
    name: 'Test & Thimble',
    furnishingsLine: 'Warp and Weft',
    description: 'A test of a company.',
    keywords: 'test',
    about: 'About the test.',
    since: 1973,
    phones: ['+91 44 5550 0101', '+91 98400 00000'],
    email: 'hello@thimble.example',
    chat: '919840000000',
    address: ['12 Bobbin Street', 'Chennai 600001'],
    parentGroup: 'The Distaff Group',
    social: [],
  },
  hosts: { forms: '/api', studio: '/api', blog: 'https://blog.example', courses: '/api' },
  emailjs: { origin: '', publicKey: 'key', serviceId: 'service', templates: { home: 'h', modal: 'm', contact: 'c' } },
  payment: { keyId: 'test', checkoutUrl: 'https://pay.example/checkout.js' },
};
