import { remote } from '@wholepage/tooling/app';

export default remote('decide', 3062);
