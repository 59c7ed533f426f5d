import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { sampleConfig } from '../../../gallery/samples';
import { EnquiryForm } from './EnquiryForm';
import {
  answer,
  emailService,
  fill,
  freshServices,
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
const { sendForm } = emailService;
freshServices();

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
  const scrollIntoView = jest.fn();
  beforeEach(() => {
    line.mockReturnValue(false);
    Element.prototype.scrollIntoView = scrollIntoView;
  });
  afterAll(() => line.mockRestore());

  const sendOffline = async () => {
    show('contact');
    await fill({ ...MODAL, Subject: 'Uniforms' });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(/You are offline.+kept.+sent by itself/);
    expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole('button', { name: 'Send Message' })]);
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

  it('is corrected in the form that is open again, and sent from there', async () => {
    await sendOffline();
    cleanup();
    show('contact');
    expect(await screen.findByRole('alert')).toHaveTextContent(/You are offline/);
    await type('Message', ' And ten more.');
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(shell.toast).toHaveBeenCalled());
    expect(answer).toHaveBeenCalledTimes(1);
    expect(sentBody()).toMatchObject({ message: 'Forty sets. And ten more.' });
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });

  it('is tried at once by who sends again, for browsers err', async () => {
    await sendOffline();
    await submit();
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
    window.dispatchEvent(new Event('online'));
    expect(answer).toHaveBeenCalledTimes(1);
  });
});
