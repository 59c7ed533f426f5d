import { renderToString } from 'react-dom/server';
import { CATALOGUE } from './catalogue';

const examples = Object.entries(CATALOGUE).flatMap(([name, list]) => list.map((example) => ({ name, example })));

describe.each(examples)('$name, $example.name, on the server', ({ example }) => {
  const html = () => renderToString(example.render());

  it('needs no browser', () => {
    expect(html).not.toThrow();
  });

  // The content security policy lets none through.
  it('has no inline style and no inline script', () => {
    expect(html()).not.toMatch(/\sstyle=|<script|\son\w+=/);
  });
});
