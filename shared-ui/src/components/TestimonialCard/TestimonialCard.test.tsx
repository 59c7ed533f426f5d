import { render, screen } from '@testing-library/react';
import { badge } from '../../../gallery/samples';
import { TestimonialCard } from './TestimonialCard';

it('quotes a client by name and role, and marks samples', () => {
  const who = { name: 'R. Sample', role: 'Procurement', text: 'It shows.', sample: true };
  render(<TestimonialCard {...who} picture={badge('testimonial-1', 'Monogram RS')} />);
  const figure = screen.getByRole('figure');
  expect(figure).toHaveTextContent('It shows.R. SampleProcurement');
  expect(figure).toHaveAttribute('data-sample', 'true');
});
