import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askComposer } from './ask-composer';

let composer: Server;
let answers: unknown[];
beforeEach(async () => {
  composer = createServer((_request, response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? ''));
  });
  await new Promise<void>((resolve) => composer.listen(0, '127.0.0.1', resolve));
});
afterEach(() => composer.close());

const ask = () => {
  const SITE_ORIGIN = `http://127.0.0.1:${(composer.address() as AddressInfo).port}`;
  return askComposer('mf-blog', '1.1.0', { SITE_ORIGIN });
};
const serving = (version: string, refused: string[] = []) => ({ live: { 'mf-blog': version }, refused });

test('a composer that serves it says so, as soon as it does', async () => {
  answers = [serving('1.0.0'), serving('1.1.0')];
  expect(await ask()).toMatch(/^http:\/\/127\.0\.0\.1:\d+ serves it\.$/);
});

test('a composer that does not is named, with its reason', async () => {
  jest.spyOn(Date, 'now').mockReturnValueOnce(0);
  answers = [
    serving('1.0.0', ['mf-blog 1.1.0: mf-blog 1.1.0 is not signed by a key of mf-blog: refused.', 'mf-x: else']),
  ];
  await expect(ask()).rejects.toThrow(
    /names mf-blog 1\.1\.0 live, but the composer at .+ serves 1\.0\.0: mf-blog 1\.1\.0: .+ is not signed by a key of mf-blog: refused\. `npm run rollback mf-blog`/,
  );
});

test('where no composer says what it serves, nothing is claimed', async () => {
  answers = [undefined];
  expect(await ask()).toMatch(/^No composer was asked: /);
});
