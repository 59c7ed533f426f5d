import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askComposer } from './steps';

let composer: Server;
/** Answers by path, one after the other; the last one stays. */
let answers: Record<string, unknown[]>;
beforeEach(async () => {
  composer = createServer(({ url = '' }, response) => {
    const list = answers[url] ?? [];
    const answer = list.length > 1 ? list.shift() : list[0];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? ''));
  });
  await new Promise<void>((resolve) => composer.listen(0, '127.0.0.1', resolve));
});
afterEach(() => composer.close());

const portOf = () => String((composer.address() as AddressInfo).port);
const asOperator = () => askComposer('mf-blog', '1.1.0', { COMPOSER_PRIVATE_PORT: portOf() });
const asVisitor = () => askComposer('mf-blog', '1.1.0', { SITE_ORIGIN: `http://127.0.0.1:${portOf()}` });
const operators = (version: string, refused: string[] = []) => ({ live: { 'mf-blog': version }, refused });
const visitors = (version: string) => ({ shell: '1.0.0', remotes: [{ name: 'mf-blog', version }] });

test('a composer that serves it says so, as soon as it does', async () => {
  answers = { '/_composition/live.json': [operators('1.0.0'), operators('1.1.0')] };
  expect(await asOperator()).toBe('http://localhost:3000 serves it.');
});

test('a site elsewhere is asked as a visitor asks it', async () => {
  answers = {
    '/_sets/live.json': [{ id: 'a' }, { id: 'b' }],
    '/_sets/a.json': [visitors('1.0.0')],
    '/_sets/b.json': [visitors('1.1.0')],
  };
  expect(await asVisitor()).toMatch(/^http:\/\/127\.0\.0\.1:\d+ serves it\.$/);
});

test('a composer that does not is named, with its reason', async () => {
  jest.spyOn(Date, 'now').mockReturnValueOnce(0);
  const refused = ['mf-blog 1.1.0: mf-blog 1.1.0 is not signed by a key of mf-blog: refused.', 'mf-x: else'];
  answers = { '/_composition/live.json': [operators('1.0.0', refused)] };
  await expect(asOperator()).rejects.toThrow(
    /names mf-blog 1\.1\.0 live, but the composer at .+ serves 1\.0\.0: mf-blog 1\.1\.0: .+ is not signed by a key of mf-blog: refused\. `npm run rollback mf-blog`/,
  );
});

test('where no composer says what it serves, nothing is claimed', async () => {
  answers = {};
  for (const ask of [asOperator, asVisitor]) expect(await ask()).toMatch(/^no composer was asked, /);
});
