import { remote } from '@wholepage/tooling/app';

export default remote('mf-blog', 3003, ['blog-html']);
