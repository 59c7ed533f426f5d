import Layout from '@podium/layout';
import express from 'express';

/** Serves `/{count}`, a page with `count` podlets: `node layout.mjs PORT PODLETS_ORIGIN COUNT`. */
const [port, podlets, count] = process.argv.slice(2);

const app = express();
app.get('/up', (_request, response) => response.send('up'));
const layout = new Layout({ name: 'bench', pathname: `/${count}` });
const parts = Array.from({ length: Number(count) }, (_, part) =>
  layout.client.register({ name: `part${part}`, uri: `${podlets}/p${part}/manifest.json` }),
);
app.get(`/${count}`, layout.middleware(), async (_request, response, next) => {
  try {
    const made = await Promise.all(parts.map((part) => part.fetch(response.locals.podium)));
    response.podiumSend(`<main>${made.map(({ content }) => content).join('')}</main>`);
  } catch (error) {
    next(error);
  }
});
app.listen(Number(port), '127.0.0.1');
