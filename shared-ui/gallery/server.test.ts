import { renderToString } from 'react-dom/server';
import { EXAMPLES } from './catalogue';

describe.each(EXAMPLES)('$name, $state, on the server', ({ example }) => {
  const html = () => renderToString(example);

  it('needs no browser', () => {
    expect(html).not.toThrow();
  });

  // The Content-Security-Policy blocks both.
  it('has no inline style and no inline script', () => {
    expect(html()).not.toMatch(/\sstyle=|<script|\son\w+=/);
  });
});
