import { render, screen } from '@testing-library/react';
import { Heading } from './Heading';

it('keeps rank and look apart', () => {
  render(
    <Heading level={3} size="display">
      Made to be worn
    </Heading>,
  );
  expect(screen.getByRole('heading', { level: 3, name: 'Made to be worn' })).toHaveAttribute('data-size', 'display');
});
