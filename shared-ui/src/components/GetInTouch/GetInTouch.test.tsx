import { render, screen, within } from '@testing-library/react';
import { quietShell, sampleConfig } from '../../../gallery/samples';
import { GetInTouch } from './GetInTouch';

describe('GetInTouch', () => {
  it("is a region named by its heading, which may be the page's own", () => {
    const { rerender } = render(<GetInTouch form="home" config={sampleConfig} shell={quietShell} />);
    expect(screen.getByRole('region', { name: 'Get In Touch' })).toBeInTheDocument();
    rerender(<GetInTouch form="contact" heading="Reinvent" config={sampleConfig} shell={quietShell} />);
    expect(screen.getByRole('region', { name: 'Reinvent' })).toBeInTheDocument();
  });

  it('says how else the company is reached, in links that a telephone understands', () => {
    render(<GetInTouch form="home" config={sampleConfig} shell={quietShell} />);
    expect(screen.getByRole('link', { name: '+91 44 5550 0101' })).toHaveAttribute('href', 'tel:+914455500101');
    expect(screen.getByRole('link', { name: /hello@/ })).toHaveAttribute('href', 'mailto:hello@thimble.example');
  });

  it('holds the enquiry that it is given, posting to its address without scripts', () => {
    render(<GetInTouch form="contact" config={sampleConfig} shell={quietShell} />);
    const section = screen.getByRole('region');
    expect(section.querySelector('form')).toHaveAttribute('action', '/api/save_form.php');
    expect(within(section).getByLabelText('Subject')).toBeInTheDocument();
  });
});
