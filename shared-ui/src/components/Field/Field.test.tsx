import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field } from './Field';

const draw = (props: { hint?: string; error?: string; required?: boolean }) =>
  render(
    <Field label="Phone" {...props}>
      {(control) => <input {...control} />}
    </Field>,
  );

describe('Field', () => {
  it('ties hint and error to the control, in the order in which they help', () => {
    draw({ hint: 'With country code.', error: 'Please enter your phone number.', required: true });
    const control = screen.getByLabelText('Phone');
    expect(control).toHaveAccessibleDescription('With country code. Please enter your phone number.');
    expect(control).toBeInvalid();
  });

  it('says which fields may be left out, and nothing of those that may not', () => {
    const { unmount } = draw({});
    const optional = screen.getByLabelText('Phone (optional)');
    expect(optional).toBeValid();
    expect(optional).not.toHaveAttribute('aria-describedby');
    unmount();
    draw({ required: true });
    expect(screen.getByLabelText('Phone')).toBeInTheDocument();
  });

  it('says politely that the end of a paste did not fit, until there is room again', async () => {
    const user = userEvent.setup();
    render(
      <Field label="Message" required>
        {(control) => <textarea {...control} maxLength={5000} />}
      </Field>,
    );
    await user.click(screen.getByLabelText('Message'));
    await user.paste('a'.repeat(5000));
    expect(screen.queryByText(/fit/)).toBeNull();
    await user.paste('b');
    expect(screen.getByText(/first 5,000 characters fit/)).toHaveAttribute('aria-live', 'polite');
    await user.keyboard('{Backspace}');
    expect(screen.queryByText(/fit/)).toBeNull();
  });
});
