import { shell } from '@wholepage/tooling/app';

export default shell(3010, ['remote-entry', 'json-ld', 'fragment-html']);
