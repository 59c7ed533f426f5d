import { render, screen } from '@testing-library/react';
import { Prose } from './Prose';

it('leaves the outline and the lists of a text as they were written', () => {
  render(
    <Prose>
      <h2>How linen wears</h2>
      <ul>
        <li>How it is washed</li>
      </ul>
    </Prose>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'How linen wears' })).toBeInTheDocument();
  expect(screen.getByRole('listitem')).toHaveTextContent('How it is washed');
});
