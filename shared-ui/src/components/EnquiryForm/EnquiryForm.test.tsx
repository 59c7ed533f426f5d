import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { quietShell, sampleConfig } from '../../samples/site';
import { EnquiryForm } from './EnquiryForm';

const init = jest.fn();
const sendForm = jest.fn();
jest.mock('@emailjs/browser', () => ({
  init: (...given: unknown[]) => init(...given),
  sendForm: (...given: unknown[]) => sendForm(...given),
}));

const answer = jest.fn<Promise<Response>, [string, RequestInit]>();
const shell = { ...quietShell, alert: jest.fn(() => Promise.resolve()), navigate: jest.fn() };

beforeEach(() => {
  jest.clearAllMocks();
  sessionStorage.clear();
  sendForm.mockResolvedValue({ status: 200, text: 'OK' });
  answer.mockImplementation(async () => Response.json({ success: true }));
  globalThis.fetch = answer as typeof fetch;
});

const show = (form: 'home' | 'modal' | 'contact', onSent = jest.fn()) => {
  render(<EnquiryForm form={form} config={sampleConfig} shell={shell} onSent={onSent} />);
  return onSent;
};

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

const HOME = {
  'First name': 'Meena',
  'Last name': 'R.',
  Email: 'meena@example.com',
  Phone: '+91 98400 00000',
  Message: 'Forty sets.',
};
const MODAL = { Name: 'Meena R.', Email: 'meena@example.com', Phone: '98400 00000', Message: 'Forty sets.' };

const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) await type(label, text);
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
const sentBody = (call = 0): unknown => JSON.parse(String(answer.mock.calls[call]?.[1].body));
const keyOf = (call: number) => new Headers(answer.mock.calls[call]?.[1].headers).get('Idempotency-Key');

describe('an enquiry that goes through', () => {
  it('is mailed, then saved with the fields of the form and nothing else, then thanked', async () => {
    const onSent = show('home');
    await fill(HOME);
    await submit();
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
    expect(init).toHaveBeenCalledWith({ publicKey: 'local-key' }, location.origin);
    expect(sendForm).toHaveBeenCalledWith('local-service', 'template-home', expect.any(HTMLFormElement));
    expect(answer.mock.calls[0]?.[0]).toBe('/api/save_home_form.php');
    expect(sentBody()).toEqual({
      fname: 'Meena',
      lname: 'R.',
      email: 'meena@example.com',
      phone: '+91 98400 00000',
      message: 'Forty sets.',
    });
    expect(keyOf(0)).toMatch(/^[\da-f-]{36}$/);
    expect(onSent).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('First name')).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
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
    expect(await screen.findByText('Thank you! Your message has been sent successfully.')).toBeVisible();
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

describe('an enquiry that fails', () => {
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

  it('is mailed once though the page was reloaded in between, and again when it was corrected', async () => {
    answer.mockImplementation(async () => Response.json({ success: false, message: 'No.' }));
    const { unmount } = render(<EnquiryForm form="home" config={sampleConfig} shell={shell} />);
    await fill(HOME);
    await submit();
    await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(1));
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

  it('says so within the modal', async () => {
    answer.mockImplementation(async () => Response.json({ success: false, message: 'No.' }));
    show('modal');
    await fill(MODAL);
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Database save failed: No.');
    expect(screen.getByRole('button', { name: 'Send Message' })).toHaveFocus();
    expect(shell.alert).not.toHaveBeenCalled();
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

it('is the same enquiry when it is sent again after the page was read again', async () => {
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const first = render(<EnquiryForm form="contact" config={sampleConfig} shell={shell} />);
  await fill({ ...MODAL, Subject: 'Uniforms' });
  await submit();
  await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Something went wrong.'));
  first.unmount();
  show('contact');
  await submit();
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(0)).toMatch(/^[0-9a-f-]{36}$/);
});

describe('an enquiry of a visitor who is offline', () => {
  const line = jest.spyOn(navigator, 'onLine', 'get');
  beforeEach(() => line.mockReturnValue(false));
  afterAll(() => line.mockRestore());

  const sendOffline = async () => {
    show('contact');
    await fill({ ...MODAL, Subject: 'Uniforms' });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(/You are offline.+kept.+sent by itself/);
    expect(sendForm).not.toHaveBeenCalled();
    expect(answer).not.toHaveBeenCalled();
  };

  it('is kept, and sent once when the line is back', async () => {
    await sendOffline();
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
    expect(answer).toHaveBeenCalledTimes(1);
    expect(sentBody()).toMatchObject({ subject: 'Uniforms', message: 'Forty sets.' });
    expect(shell.alert).not.toHaveBeenCalled();
  });

  it('is tried at once by who sends again, for browsers err', async () => {
    await sendOffline();
    await submit();
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
    window.dispatchEvent(new Event('online'));
    expect(answer).toHaveBeenCalledTimes(1);
  });
});
