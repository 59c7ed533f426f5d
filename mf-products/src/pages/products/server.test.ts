import { testConfig as config } from 'site/testing';
import { render } from '../../render';

test('the server sends the whole form, though its code comes late', async () => {
  const { signal } = new AbortController();
  const page = await render({ url: `${config.siteOrigin}/product`, config, cookies: {}, fetch, signal });
  const html = 'html' in page ? page.html : '';
  expect(html).toMatch(/<form[^>]* method="post"/);
  for (const name of ['name', 'email', 'phone', 'subject', 'message']) expect(html).toContain(`name="${name}"`);
});
