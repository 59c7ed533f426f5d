import { fixtureStore } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';

let composer: RunningComposer;
beforeAll(async () => {
  composer = await runComposer(await fixtureStore(), { API_PORT: '1' });
});
afterAll(() => composer.close());

const styles = (html = ''): (string | undefined)[] =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => address);

test("the layout's styles stand in the head, and the remote's before all that they dress", async () => {
  const html = await (await fetch(`${composer.origin}/blog`)).text();
  const [head, body = ''] = html.split('<body>');
  expect(styles(head)).toEqual(['/_releases/shell/1.0.0/app.css']);
  expect(styles(body)).toEqual(['/_releases/mf-blog/1.0.0/app.css']);
  expect(body.trimStart()).toMatch(/^<link rel="stylesheet"/);
});
