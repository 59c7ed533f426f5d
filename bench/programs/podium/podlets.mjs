import Podlet from '@podium/podlet';
import express from 'express';

/** Serves podlets `/p0` … `/p9`, each with the given HTML: `node podlets.mjs PORT HTML`. */
const [port, html] = process.argv.slice(2);
const PODLETS = 10;

const app = express();
app.get('/up', (_request, response) => response.send('up'));
for (let part = 0; part < PODLETS; part += 1) {
  const router = express();
  const podlet = new Podlet({ name: `part${part}`, version: '1.0.0', pathname: '/', development: false });
  router.use(podlet.middleware());
  router.get(podlet.manifest(), (_request, response) => response.json(podlet));
  router.get(podlet.content(), (_request, response) => response.podiumSend(html));
  app.use(`/p${part}`, router);
}
app.listen(Number(port), '127.0.0.1');
