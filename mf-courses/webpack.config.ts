import { remote } from 'tooling/app';

export default remote('mf-courses', 3004);
