import { render } from '@testing-library/react';
import { Paragraphs } from './Paragraphs';

it('is a paragraph for each text, in their order', () => {
  const { container } = render(<Paragraphs texts={['Cut once.', 'Worn for years.']} />);
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Cut once.',
    'Worn for years.',
  ]);
});
