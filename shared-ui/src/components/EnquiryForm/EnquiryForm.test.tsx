import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FORMS } from 'api-wire/forms';
import { requiredOf } from 'api-wire/testing/sample-form';
import { ENQUIRY_NOTICE } from 'site/notice';
import { sampleConfig } from '../../../gallery/samples';
import { EnquiryForm } from './EnquiryForm';
import {
  answer,
  emailService,
  fill,
  freshServices,
  HOME,
  keyOf,
  MODAL,
  sentBody,
  shell,
  show,
  submit,
  type,
} from './testing/filled-form';

jest.mock('@emailjs/browser', () => ({
  init: (...given: unknown[]) => emailService.init(...given),
  sendForm: (...given: unknown[]) => emailService.sendForm(...given),
}));
const { init, sendForm } = emailService;
const THANKS = 'Thank you! Your message has been sent successfully.';
freshServices();

describe('an enquiry that goes through', () => {
  it('is mailed, then saved with the fields of the form and nothing else, then thanked', async () => {
    show('home');
    await fill(HOME);
    await submit();
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
    expect(init).toHaveBeenCalledWith({ publicKey: 'key' }, location.origin);
    expect(sendForm).toHaveBeenCalledWith('service', 'h', expect.any(HTMLFormElement));
    expect(answer.mock.calls[0]?.[0]).toBe('/api/save_home_form.php');
    expect(Object.keys(sentBody() as object)).toEqual(FORMS.home.fields.map(({ name }) => name));
    expect(sentBody()).toMatchObject({
      fname: 'Meena',
      lname: 'R.',
      email: 'meena@example.com',
      phone: '+91 98400 00000',
      message: 'Forty sets.',
    });
    expect(keyOf(0)).toMatch(/^[\da-f-]{36}$/);
    expect(answer.mock.calls[0]?.[1].headers).toMatchObject({
      'Notice-Version': ENQUIRY_NOTICE.version,
      'Fill-Seconds': expect.stringMatching(/^\d+$/),
    });
    expect(shell.navigate).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('First name')).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('says before anybody fails which fields it needs: all of them', () => {
    show('contact');
    expect(screen.getByText('required')).toBeVisible();
    expect(screen.getByText('required')).toHaveAttribute('aria-hidden', 'true');
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).not.toBeInTheDocument();
    for (const { label } of requiredOf('contact')) expect(screen.getByLabelText(label)).toBeRequired();
  });

  it('gives the message a line of its own, and shares one between e-mail and phone', () => {
    show('contact');
    const cell = (label: string) => screen.getByLabelText(label).closest('[class*=cell]');
    expect(cell('Email')).toHaveAttribute('data-half');
    expect(cell('Message')).not.toHaveAttribute('data-half');
  });

  it('is thanked in place in the modal', async () => {
    show('modal');
    await fill(MODAL);
    await submit();
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(screen.getByRole('status')).toHaveFocus();
    expect(shell.navigate).not.toHaveBeenCalled();
  });

  it('goes to the contact address with its subject', async () => {
    show('contact');
    await fill({ ...MODAL, Subject: 'Linen' });
    await submit();
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.calls[0]?.[0]).toBe('/api/save_form.php');
    expect(sentBody()).toEqual({
      name: 'Meena R.',
      email: 'meena@example.com',
      phone: '98400 00000',
      subject: 'Linen',
      message: 'Forty sets.',
    });
  });

  it('is sent once, however often the button is pressed', async () => {
    let finish: (response: Response) => void = () => undefined;
    answer.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    show('home');
    await fill(HOME);
    await submit();
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    await type('Message', '{Enter}');
    finish(Response.json({ success: true }));
    await waitFor(() => expect(shell.navigate).toHaveBeenCalled());
    expect(answer).toHaveBeenCalledTimes(1);
  });
});

describe('an enquiry whose form is closed while it is sent', () => {
  /** Unmounts the form while its mail is sent. @returns a function that completes the mail */
  const closeWhileMailed = async (form: 'modal' | 'contact', values: Record<string, string>) => {
    let deliver = (): void => {};
    sendForm.mockImplementationOnce(() => new Promise<void>((resolve) => (deliver = resolve)));
    const { unmount } = render(<EnquiryForm form={form} config={sampleConfig} shell={shell} />);
    await fill(values);
    await submit();
    await waitFor(() => expect(sendForm).toHaveBeenCalledTimes(1));
    unmount();
    return () => deliver();
  };

  it.each([
    ['modal', MODAL],
    ['contact', { ...MODAL, Subject: 'Linen' }],
  ] as const)('is thanked for where the visitor is by then (%s)', async (form, values) => {
    const deliver = await closeWhileMailed(form, values);
    deliver();
    await waitFor(() => expect(shell.toast).toHaveBeenCalledWith(THANKS));
    expect(shell.navigate).not.toHaveBeenCalled();
    expect(sessionStorage).toHaveLength(0);
  });

  it('says so when it fails', async () => {
    answer.mockImplementationOnce(async () => Response.json({ success: false, message: 'No.' }));
    const deliver = await closeWhileMailed('modal', MODAL);
    deliver();
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Database save failed: No.'));
    show('modal');
    expect(screen.getByLabelText('Message')).toHaveValue('Forty sets.');
  });

  it('is shown on its way when the form is opened again, and its end there alone', async () => {
    const deliver = await closeWhileMailed('modal', MODAL);
    show('modal');
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    deliver();
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(sendForm).toHaveBeenCalledTimes(1);
    expect(answer).toHaveBeenCalledTimes(1);
    expect(shell.toast).not.toHaveBeenCalled();
  });
});

describe('an enquiry that fails', () => {
  it.each([
    ['home', HOME],
    ['contact', { ...MODAL, Subject: 'Aprons' }],
    ['modal', MODAL],
  ] as const)('of the %s form says beside it that what was written is kept, and how to call', async (form, values) => {
    answer.mockImplementationOnce(async () => Response.json({ success: false, message: 'No.' }));
    show(form);
    await fill(values);
    await submit();
    expect(await screen.findByText(/what you wrote is kept/)).toBeVisible();
    expect(screen.getByRole('link', { name: sampleConfig.company.phones[0] })).toBeVisible();
    if (form === 'modal') expect(screen.getByRole('alert')).toHaveTextContent('Database save failed: No.');
    expect(shell.alert).toHaveBeenCalledTimes(form === 'modal' ? 0 : 1);
    expect(screen.getByRole('button', { name: 'Send Message' })).toHaveFocus();
  });

  it('says what the server said, keeps what was typed, and is the same submission when tried again', async () => {
    answer.mockImplementationOnce(async () =>
      Response.json({ success: false, message: 'The shelf is full.' }, { status: 503 }),
    );
    show('home');
    await fill(HOME);
    await submit();
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Database save failed: The shelf is full.'));
    expect(screen.getByLabelText('Message')).toHaveValue('Forty sets.');
    expect(await screen.findByText(/what you wrote is kept/)).toBeVisible();
    expect(screen.getByRole('link', { name: sampleConfig.company.phones[0] })).toBeVisible();
    expect(screen.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send Message' })).toHaveFocus();
    await submit();
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    expect(keyOf(1)).toBe(keyOf(0));
    expect(sendForm).toHaveBeenCalledTimes(1);
  });

  it('says beside it what to do, and is sent when pressed again, while the alert is still on its way', async () => {
    shell.alert.mockReturnValueOnce(new Promise(() => {}));
    answer.mockRejectedValueOnce(new TypeError('fetch failed'));
    show('home');
    await fill(HOME);
    await submit();
    expect(await screen.findByText(/what you wrote is kept/)).toBeVisible();
    await submit();
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
  });

  it('is mailed once though that took too long and the page was reloaded, and again when it was corrected', async () => {
    sendForm.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 10_001)));
    answer.mockImplementation(async () => Response.json({ success: false, message: 'No.' }));
    const { unmount } = render(<EnquiryForm form="home" config={sampleConfig} shell={shell} />);
    await fill(HOME);
    jest.useFakeTimers();
    act(() => screen.getByRole('button', { name: 'Send Message' }).click());
    await act(() => jest.advanceTimersByTimeAsync(10_001));
    jest.useRealTimers();
    expect(shell.alert).toHaveBeenCalledTimes(1);
    unmount();
    show('home');
    await submit();
    await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(2));
    expect(sendForm).toHaveBeenCalledTimes(1);
    await type('Message', ' And ten more.');
    await submit();
    await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(3));
    expect(sendForm).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the mail is refused', () => sendForm.mockRejectedValue({ status: 429, text: 'Too many' })],
    ['the network is gone', () => answer.mockRejectedValue(new TypeError('fetch failed'))],
    [
      'the answer is not JSON',
      () => answer.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 })),
    ],
    ['the answer is nothing', () => answer.mockImplementation(async () => Response.json(null))],
  ])('says so when %s', async (_, arrange) => {
    arrange();
    show('home');
    await fill(HOME);
    await submit();
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Something went wrong.'));
    expect(shell.navigate).not.toHaveBeenCalled();
  });

  it('does not save what could not be mailed', async () => {
    sendForm.mockRejectedValue('The service ID is required.');
    show('home');
    await fill(HOME);
    await submit();
    await waitFor(() => expect(shell.alert).toHaveBeenCalled());
    expect(answer).not.toHaveBeenCalled();
  });
});

describe('what is typed', () => {
  it('is checked in words beside the field, which takes the focus', async () => {
    show('home');
    await fill({ ...HOME, 'First name': '   ', Email: 'meena' });
    await submit();
    expect(screen.getByLabelText('First name')).toHaveFocus();
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Please enter your first name.');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'Please enter an email address such as name@example.com.',
    );
    expect(sendForm).not.toHaveBeenCalled();
    await type('First name', 'Meena');
    expect(screen.getByLabelText('First name')).toBeValid();
  });

  it('survives a reload', async () => {
    const { unmount } = render(<EnquiryForm form="contact" config={sampleConfig} shell={shell} />);
    await type('Subject', 'Linen');
    unmount();
    show('contact');
    expect(screen.getByLabelText('Subject')).toHaveValue('Linen');
  });

  it('in the honeypot is reported to the API', async () => {
    show('modal');
    await fill(MODAL);
    await userEvent.type(screen.getByLabelText('Leave this empty'), 'spam');
    await submit();
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(sentBody()).toMatchObject({ leave_empty: 'spam' });
  });

  it('posts to the same address without scripts', () => {
    show('home');
    const form = screen.getByLabelText('First name').closest('form');
    expect(form).toHaveAttribute('method', 'post');
    expect(form).toHaveAttribute('action', '/api/save_home_form.php');
  });
});
