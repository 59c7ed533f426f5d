import { render, screen } from '@testing-library/react';
import { TextField } from './TextField';

describe('TextField', () => {
  it('is found by its label and carries what the form needs', () => {
    render(<TextField name="email" type="email" label="Email" autoComplete="email" required />);
    const input = screen.getByRole('textbox', { name: 'Email' });
    expect(input).toBeRequired();
    expect(input).toHaveAttribute('type', 'email');
    expect(input).toHaveAttribute('autocomplete', 'email');
  });

  it('reads its hint and its error with it', () => {
    render(
      <TextField
        name="phone"
        label="Phone"
        hint="With country code."
        error="Please enter your phone number."
        required
      />,
    );
    const input = screen.getByRole('textbox', { name: 'Phone' });
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('With country code. Please enter your phone number.');
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter your phone number.');
  });

  it('says when it may stay empty', () => {
    render(<TextField name="company" label="Organisation" />);
    expect(screen.getByRole('textbox', { name: 'Organisation (optional)' })).not.toBeRequired();
  });
});
