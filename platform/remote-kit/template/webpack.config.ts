import { remote } from '@wholepage/tooling/app';

export default remote('remote-template', 3999);
