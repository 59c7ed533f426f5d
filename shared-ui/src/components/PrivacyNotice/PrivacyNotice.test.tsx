import { render, screen } from '@testing-library/react';
import { ENQUIRY_NOTICE, ENROLMENT_NOTICE } from 'site/notice';
import { PrivacyNotice } from './PrivacyNotice';

it('has words of its own for who enrols', () => {
  render(<PrivacyNotice notice={ENROLMENT_NOTICE} email="hello@example.com" />);
  expect(screen.getByText(/The payment provider gets it.* hello@example\.com\.$/)).toBeInTheDocument();
  expect(document.querySelector('input[name="notice"]')).toHaveValue(ENROLMENT_NOTICE.version);
});

it('says whom to write to, and sends along which version was read', () => {
  render(
    <form aria-label="Form">
      <PrivacyNotice notice={ENQUIRY_NOTICE} email="hello@example.com" />
    </form>,
  );
  expect(screen.getByText(/ hello@example\.com\.$/)).toBeInTheDocument();
  expect(screen.getByRole('form')).toHaveFormValues({});
  expect(document.querySelector('input[name="notice"]')).toHaveValue(ENQUIRY_NOTICE.version);
});
