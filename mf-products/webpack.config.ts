import { remote } from '@wholepage/tooling/app';

export default remote('mf-products', 3002);
