import { remote } from '@wholepage/tooling/app';

export default remote('explore', 3061);
