import { remote } from 'tooling/app';

export default remote('mf-products', 3002);
