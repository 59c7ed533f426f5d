import { stubShell as platformShell } from '@wholepage/remote-kit/testing';
import type { PublicConfig } from './config';
import type { ShellApi } from './shell';

/** Settings for tests. The company differs from the content's, so that a name written there by hand is noticed. */
export const testConfig: PublicConfig = {
  siteOrigin: 'https://site.example',
  site: { name: 'Test & Thimble', description: 'A test of a company.', keywords: 'test', language: 'en-IN' },
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
    parentGroup: 'a Distaff Group company',
    social: [{ name: 'Thread', url: 'https://social.example/thimble', icon: 'thread' }],
  },
  navigation: {
    menu: [
      { label: 'Home', href: '/', accent: false, sections: [] },
      {
        label: 'Our Products',
        href: '/product',
        accent: false,
        sections: [
          { title: 'Industries', numbered: true, links: [{ label: 'Aviation', href: '/product/corporate-admin' }] },
          {
            title: 'Furnishings',
            numbered: false,
            links: [{ label: 'Curtains', href: '/warp' }],
            note: 'Warp and Weft',
          },
        ],
      },
      { label: 'Design Studio', href: '/design-studio', accent: false, sections: [] },
      { label: 'Blog', href: '/blog', accent: false, sections: [] },
      { label: 'Warp and Weft', href: '/warp', accent: true, sections: [] },
    ],
    footer: { quickLinks: [{ label: 'Blogs', href: '/blog' }], products: [{ label: 'Aviation', href: '/product/x' }] },
    lost: [{ label: 'Contact', href: '/contact' }],
  },
  hosts: { forms: '/api', studio: '/api', blog: '/api', courses: '/api' },
  emailjs: { origin: '', publicKey: 'key', serviceId: 'service', templates: { home: 'h', modal: 'm', contact: 'c' } },
  payment: { keyId: 'rzp_test_key', checkoutUrl: 'https://pay.example/checkout.js' },
};

/** A shell that only records its calls. */
export const stubShell = () => ({ ...platformShell(), openEnquiry: jest.fn() }) satisfies ShellApi;
