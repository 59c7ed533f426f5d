import { remote } from '@wholepage/tooling/app';

export default remote('mf-courses', 3004);
