import { remote } from '@wholepage/tooling/app';

export default remote('checkout', 3063);
