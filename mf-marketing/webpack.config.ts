import { remote } from 'tooling/app';

export default remote('mf-marketing', 3001);
