import { render, screen } from '@testing-library/react';
import { testConfig } from 'site/testing';
import { Footer } from './Footer';

test.each([
  ['Nool & Needle', 'short'],
  ['Coromandel Outfitters', 'long'],
  ['Adyar Uniform Works', 'medium'],
  ['CHENNAI WORKS', 'medium'],
  ['CHENNAI WORKWEAR CO.', 'long'],
])("the signature of %s is sized by the name's length, so that none leaves the page", (name, length) => {
  render(<Footer config={{ ...testConfig, company: { ...testConfig.company, name } }} />);
  const [mark] = screen.getAllByText(name);
  expect(mark).toHaveAttribute('data-length', length);
});
