import { render, screen } from '@testing-library/react';
import { NOTICES } from 'contracts/notice';
import { PrivacyNotice } from './PrivacyNotice';

it('has words of its own for who enrols', () => {
  render(<PrivacyNotice kind="enrolment" email="hello@example.com" />);
  expect(screen.getByText(/The payment provider gets it.* hello@example\.com\.$/)).toBeInTheDocument();
  expect(document.querySelector('input[name="notice"]')).toHaveValue(NOTICES.enrolment.version);
});

it('says whom to write to, and sends along which version was read', () => {
  render(
    <form aria-label="Form">
      <PrivacyNotice email="hello@example.com" />
    </form>,
  );
  expect(screen.getByText(/ hello@example\.com\.$/)).toBeInTheDocument();
  expect(screen.getByRole('form')).toHaveFormValues({});
  expect(document.querySelector('input[name="notice"]')).toHaveValue(NOTICES.enquiry.version);
});
