import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleOf } from 'api-wire/testing/sample-form';
import { quietShell, sampleConfig } from '../../../../gallery/samples';
import { EnquiryForm } from '../EnquiryForm';

/** Mocks of the e-mail service, for a test file's mock of `@emailjs/browser`. */
export const emailService = { init: jest.fn(), sendForm: jest.fn() };

/** Mock of `fetch`: the API's response to a submission. */
export const answer = jest.fn<Promise<Response>, [string, RequestInit]>();
export const shell = { ...quietShell, alert: jest.fn(() => Promise.resolve()), toast: jest.fn(), navigate: jest.fn() };

/** Before each test of the calling file, empties the storage and lets the services accept everything. */
export function freshServices(): void {
  beforeEach(() => {
    jest.clearAllMocks();
    sessionStorage.clear();
    emailService.sendForm.mockResolvedValue({ status: 200, text: 'OK' });
    answer.mockImplementation(async () => Response.json({ success: true }));
    globalThis.fetch = answer as typeof fetch;
  });
}

export const show = (form: 'home' | 'modal' | 'contact') => {
  render(<EnquiryForm form={form} config={sampleConfig} shell={shell} />);
};

export const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

export const HOME = {
  ...sampleOf('home', 'label'),
  'First name': 'Meena',
  'Last name': 'R.',
  Email: 'meena@example.com',
  Phone: '+91 98400 00000',
  Message: 'Forty sets.',
};

export const MODAL = {
  ...sampleOf('modal', 'label'),
  Name: 'Meena R.',
  Email: 'meena@example.com',
  Phone: '98400 00000',
  Message: 'Forty sets.',
};

/** Fills fields by pasting: a whole field takes as long as one typed key. */
export const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
};

export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));

export const sentBody = (call = 0): unknown => JSON.parse(String(answer.mock.calls[call]?.[1].body));

export const keyOf = (call: number) => new Headers(answer.mock.calls[call]?.[1].headers).get('Idempotency-Key');
