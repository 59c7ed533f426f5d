import { testConfig } from '@wholepage/remote-kit/testing';
import { renderFragment } from '../../render';

test('the opening hours are whole before a script runs', async () => {
  const { html } = await renderFragment({
    name: 'opening-hours',
    props: {},
    url: testConfig.siteOrigin,
    config: testConfig,
    cookies: {},
    fetch,
    signal: new AbortController().signal,
  });
  expect(html).toMatch(/<h2[^>]*>Open<\/h2>/);
  expect(html).toContain('Saturday');
  // The footer of every page holds it already: a second one would repeat an id.
  expect(html).not.toContain(' id=');
});
