import { render, screen } from '@testing-library/react';
import { Section } from './Section';

describe('Section', () => {
  it('is a region named by its heading', () => {
    render(
      <Section heading="Our legacy" lead="Since 1973." label="No. 01" ground="linen">
        <p>Body</p>
      </Section>,
    );
    const region = screen.getByRole('region', { name: 'Our legacy' });
    expect(region).toHaveAttribute('data-ground', 'linen');
    expect(region).toContainElement(screen.getByText('Since 1973.'));
    expect(region).toContainElement(screen.getByText('No. 01'));
  });

  it('is not a landmark without a heading', () => {
    render(<Section>Words</Section>);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });
});
