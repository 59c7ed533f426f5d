import { shell } from '@wholepage/tooling/app';

// Phones ask for typefaces once they have painted (browser/layout/Layout.module.css).
export default shell(
  3000,
  ['remote-entry', 'json-ld', 'fragment-html'],
  ['fraunces', 'instrument-sans'],
  '(width >= 37.5rem)',
);
