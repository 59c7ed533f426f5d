import type { PublicConfig } from '@wholepage/contracts/mount';
import { pageIn } from '@wholepage/remote-kit/testing';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { type Answer, definePage, denied, redirect } from './page';
import { createRender } from './server';

function Page() {
  const { slug } = useParams();
  const [query] = useSearchParams();
  return (
    <h1>
      {slug}, page {query.get('page')}
    </h1>
  );
}

const page = definePage<null>({ load: () => ({ head: { title: 'Post' }, data: null }), Page });
const asked = (path: string, shown = page, document = false) =>
  createRender({
    name: 'mf-blog',
    routes: [{ path: '/blog/:slug', name: 'post', document, load: async () => ({ page: shown }) }],
  })({
    url: `https://site.example${path}`,
    config: {} as PublicConfig,
    cookies: {},
    fetch,
    signal: new AbortController().signal,
  });

test('on the server, too, a page reads its parameters and its query by the router', async () => {
  const { html } = pageIn(await asked('/blog/linen?page=2'));
  expect(html.replaceAll('<!-- -->', '')).toContain('<h1>linen, page 2</h1>');
});

test('a page that allows other origins is reached by page loads alone', async () => {
  const map = definePage<null>({
    load: () => ({ head: { title: 'Map' }, data: null, allow: { frame: ['https://maps.example'] } }),
    Page,
  });
  await expect(asked('/blog/linen', map)).rejects.toThrow('/blog/:slug returns "allow"');
  await expect(asked('/blog/linen', map, true)).resolves.toMatchObject({ status: 200 });
});

const Inner = lazy(async () => ({ default: () => <b>inner</b> }));
const Outer = lazy(async () => ({
  default: () => (
    <Suspense fallback="waits">
      <Inner />
    </Suspense>
  ),
}));
const Never = lazy(() => new Promise<never>(() => {}));
const Parts = () => (
  <>
    <Suspense fallback="waits">
      <Outer />
    </Suspense>
    <Suspense fallback="for ever">
      <Never />
    </Suspense>
  </>
);

test('parts that come by lazy() are in the HTML, also those within others; one that never comes is left out', async () => {
  const parts = definePage<null>({ load: () => ({ head: { title: 'Parts' }, data: null }), Page: Parts });
  const { html } = pageIn(await asked('/blog/linen', parts));
  expect(html).toContain('<b>inner</b>');
  expect(html).not.toContain('waits');
  expect(html).toContain('for ever');
});

test('a path that the remote does not own is not a page of it', async () => {
  await expect(asked('/contact')).rejects.toThrow('mf-blog owns no route for /contact');
});

const Unwanted = (): never => {
  throw new Error('Nobody asked for it.');
};

test.each<Answer<null>>([redirect('/sign-in'), redirect('/posts', 301, 60), denied(401), denied(403)])(
  'what a page answers in place of itself is rendered by nobody: %j',
  async (answer) => {
    const route = {
      path: '/account',
      name: 'account',
      load: async () => ({ page: definePage<null>({ load: () => answer, Page: Unwanted }) }),
    };
    const { signal } = new AbortController();
    const request = { url: 'https://site.example/account', config: {} as PublicConfig, cookies: {}, fetch, signal };
    await expect(createRender({ name: 'mf-account', routes: [route] })(request)).resolves.toEqual(answer);
  },
);
