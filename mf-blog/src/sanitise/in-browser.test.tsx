import { itSanitises } from '../testing/sanitising';
import { sanitisePost } from './in-browser';

itSanitises(sanitisePost);

test('tables, code and pictures are finished as on the server', async () => {
  const html = '<table><tr><td>1</td></tr></table><pre>a</pre><img src="/a.svg">';
  document.body.innerHTML = await sanitisePost(html, '/api');
  expect(document.querySelector('[data-scroll][tabindex="0"][role="group"] > table')).not.toBeNull();
  expect(document.querySelector('pre')).toHaveAttribute('tabindex', '0');
  expect(document.querySelector('img')).toHaveAttribute('loading', 'lazy');
  expect(document.querySelector('img')).toHaveAttribute('alt', '');
});
