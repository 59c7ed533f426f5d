import { shell } from '@wholepage/tooling/app';

export default shell(3000, ['remote-entry', 'json-ld', 'fragment-html'], ['fraunces', 'instrument-sans']);
