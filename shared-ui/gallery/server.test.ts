import { renderToString } from 'react-dom/server';
import { CATALOGUE } from './catalogue';

const examples = Object.entries(CATALOGUE).flatMap(([name, states]) =>
  Object.entries(states).map(([state, example]) => ({ name, state, example })),
);

describe.each(examples)('$name, $state, on the server', ({ example }) => {
  const html = () => renderToString(example);

  it('needs no browser', () => {
    expect(html).not.toThrow();
  });

  // The content security policy lets none through.
  it('has no inline style and no inline script', () => {
    expect(html()).not.toMatch(/\sstyle=|<script|\son\w+=/);
  });
});
