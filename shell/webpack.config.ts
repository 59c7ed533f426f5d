import { shell } from '@wholepage/tooling/app';

// Phones load typefaces after the first paint (browser/layout/Layout.module.css).
export default shell(
  3000,
  ['remote-entry', 'json-ld', 'fragment-html'],
  ['fraunces', 'instrument-sans'],
  '(width >= 37.5rem)',
);
