import type { Picture } from '@wholepage/contracts/page';
import type { ReactElement } from 'react';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';

/** Each component in its states, by its name and theirs. The same list feeds the gallery, the axe test and the screenshots. */
export type Catalogue = Record<string, Record<string, ReactElement>>;

/** A picture of the collection as examples and tests show it. Apps name theirs in content. */
const samplePicture = (file: string, alt: string, width: number, height: number): Picture => ({
  src: `/pictures/${file}`,
  alt,
  width,
  height,
});

export const outfit = (name: string, alt: string): Picture => samplePicture(`outfits/${name}.svg`, alt, 600, 750);
export const scene = (name: string, alt: string): Picture => samplePicture(`scenes/${name}.svg`, alt, 1600, 1000);
export const badge = (name: string, alt: string): Picture => samplePicture(`badges/${name}.svg`, alt, 400, 400);

export const marks: Picture[] = Array.from({ length: 21 }, (_, index) =>
  samplePicture(`marks/mark-${String(index + 1).padStart(2, '0')}.svg`, `Client ${index + 1}`, 240, 120),
);

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
