import { render, screen } from '@testing-library/react';
import { scene } from '../../samples/pictures';
import { Banner } from './Banner';

it("holds the page's heading and loads its picture at once", () => {
  render(<Banner heading="Design Studio" text="Draw with us." picture={scene('studio-banner', 'The studio')} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Design Studio' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'The studio' })).toHaveAttribute('loading', 'eager');
});

it('hangs the name of one product of a range over its picture', () => {
  render(<Banner heading="Industrial & Manufacturing" tag="Curtains" picture={scene('studio-banner', '')} />);
  expect(screen.getByText('Curtains')).toBeVisible();
});
