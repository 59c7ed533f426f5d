import type { PublicConfig } from '@wholepage/contracts/config';
import { useParams, useSearchParams } from 'react-router-dom';
import { createRender } from './create-render';
import { definePage } from './pages/page';

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
const render = createRender({
  name: 'mf-blog',
  routes: [{ path: '/blog/:slug', name: 'post', load: async () => ({ page }) }],
});
const asked = (path: string) =>
  render({
    url: `https://site.example${path}`,
    config: {} as PublicConfig,
    cookies: {},
    fetch,
    signal: new AbortController().signal,
  });

test('on the server, too, a page reads its parameters and its query by the router', async () => {
  const { html } = await asked('/blog/linen?page=2');
  expect(html.replaceAll('<!-- -->', '')).toContain('<h1>linen, page 2</h1>');
});

test('a path that the remote does not own is not a page of it', async () => {
  await expect(asked('/contact')).rejects.toThrow('mf-blog owns no route for /contact');
});
