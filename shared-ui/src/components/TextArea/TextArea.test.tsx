import { render, screen } from '@testing-library/react';
import { TextArea } from './TextArea';

it('is found by its label and reads its error', () => {
  render(<TextArea name="message" label="Message" error="Please enter your message." required />);
  const area = screen.getByRole('textbox', { name: 'Message' });
  expect(area).toBeInvalid();
  expect(area).toHaveAccessibleDescription('Please enter your message.');
});
