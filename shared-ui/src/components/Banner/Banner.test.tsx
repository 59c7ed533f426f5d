import { render, screen } from '@testing-library/react';
import { scene } from '../../../gallery/samples';
import { Banner } from './Banner';

it("holds the page's heading and loads its picture at once", () => {
  render(<Banner heading="Design Studio" text="Draw with us." picture={scene('studio-banner', 'The studio')} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Design Studio' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'The studio' })).toHaveAttribute('loading', 'eager');
});

it('lets the name of one product carry the opening of its range', () => {
  render(<Banner heading="Industrial & Manufacturing" name="Curtains" picture={scene('studio-banner', '')} />);
  expect(screen.getByText('Curtains')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('data-size', 'sub');
});
