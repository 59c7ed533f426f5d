import { remote } from '@wholepage/tooling/app';

export default remote('home', 3001);
