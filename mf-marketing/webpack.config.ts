import { remote } from '@wholepage/tooling/app';

export default remote('mf-marketing', 3001);
