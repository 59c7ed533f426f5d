import { render, screen, within } from '@testing-library/react';
import { showPage } from '../../testing/remote';
import { Practical, page } from './page';

describe('contact', () => {
  it('gives two numbers, one e-mail, a chat and the address of the company', async () => {
    await showPage(page, '/contact');
    const details = within(screen.getByRole('region', { name: 'Contact Us' }));
    expect(details.getByRole('link', { name: '+91 44 5550 0101' })).toHaveAttribute('href', 'tel:+914455500101');
    expect(details.getByRole('link', { name: '+91 98400 00000' })).toHaveAttribute('href', 'tel:+919840000000');
    expect(details.getByRole('link', { name: 'hello@thimble.example' })).toHaveAttribute(
      'href',
      'mailto:hello@thimble.example',
    );
    expect(details.getAllByRole('link')).toHaveLength(4);
    expect(
      screen
        .getAllByRole('link')
        .slice(4)
        .map((link) => link.textContent),
    ).toEqual(['Our styling courses']);
    expect(details.getByText('Chennai 600001')).toBeVisible();
  });

  it('opens with the numbers and the form, in the first view', async () => {
    await showPage(page, '/contact');
    expect(screen.getByRole('region', { name: 'Contact Us' })).toHaveAttribute('data-first-view');
  });

  it('requires every field of the contact form', async () => {
    const { container } = await showPage(page, '/contact');
    for (const name of ['name', 'email', 'phone', 'subject', 'message']) {
      expect(container.querySelector(`[name="${name}"]`)).toBeRequired();
    }
  });
});

const facts = [
  { name: 'Minimum order', value: '25 pieces a style' },
  { name: 'GSTIN', value: '' },
];

it('shows what the owner has filled in, and leaves out the rest', () => {
  render(<Practical heading="Before you write" facts={facts} />);
  expect(screen.getByText('25 pieces a style')).toBeVisible();
  expect(screen.queryByText('GSTIN')).toBeNull();
});

it('is absent while nothing is filled in', () => {
  const { container } = render(<Practical heading="Before you write" facts={facts.slice(1)} />);
  expect(container).toBeEmptyDOMElement();
});
