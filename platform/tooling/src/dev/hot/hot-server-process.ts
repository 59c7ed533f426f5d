import { serveHot } from '../standalone';

/* Process of one remote: rebuilds its browser code at every change, and swaps it in open pages of the site. */

const [name = '', port = '', site = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
await serveHot(name, Number(port), site);
process.send?.('built');
