import { render, screen } from '@testing-library/react';
import { NOTICE_VERSION } from 'contracts/notice';
import { PrivacyNotice } from './PrivacyNotice';

it('says whom to write to, and sends along which version was read', () => {
  render(
    <form aria-label="Form">
      <PrivacyNotice email="hello@example.com" />
    </form>,
  );
  expect(screen.getByText(/ hello@example\.com\.$/)).toBeInTheDocument();
  expect(screen.getByRole('form')).toHaveFormValues({});
  expect(document.querySelector('input[name="notice"]')).toHaveValue(NOTICE_VERSION);
});
