import { render } from '@testing-library/react';
import { Lead } from './Lead';

it('is a paragraph that may hold more than words', () => {
  const { container } = render(
    <Lead>
      Made <em>once</em>, worn for years.
    </Lead>,
  );
  expect(container.querySelector('p')).toHaveTextContent('Made once, worn for years.');
  expect(container.querySelector('p em')).toHaveTextContent('once');
});
