import { remote } from 'tooling/app';

export default remote('mf-template', 3999);
