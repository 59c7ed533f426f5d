import { remote } from '@wholepage/tooling/app';

export default remote('inspire', 3064);
