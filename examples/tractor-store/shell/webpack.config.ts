import { shell } from '@wholepage/tooling/app';

export default shell(3060, ['remote-entry', 'json-ld', 'fragment-html'], ['bricolage-grotesque-latin-wght-normal']);
