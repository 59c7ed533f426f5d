import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { quietShell, sampleConfig } from '../../../gallery/samples';
import { FileField } from '../FileField/FileField';
import { EnquiryForm } from './EnquiryForm';

/** Stand-in for XMLHttpRequest; the test gives the response. */
class FakeRequest {
  static last: FakeRequest;
  method = '';
  url = '';
  headers: Record<string, string> = {};
  body: FormData | undefined;
  responseText = '';
  timeout = 0;
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  status = 0;
  onloadend = () => undefined;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  answer(text: string) {
    Object.assign(this, { responseText: text, status: 200 }).onloadend();
  }
}

const shell = { ...quietShell, alert: jest.fn(() => Promise.resolve()), navigate: jest.fn() };
const sketch = new File(['sketch'], 'sketch.png', { type: 'image/png' });

// jsdom lacks it.
Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(0);

beforeEach(() => {
  jest.clearAllMocks();
  sessionStorage.clear();
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  render(<EnquiryForm form="studio" FileControl={FileField} config={sampleConfig} shell={shell} />);
});

const file = () => screen.getByLabelText(/Your inspiration/);
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));

async function fillAndSubmit(chosen?: File) {
  await userEvent.type(screen.getByLabelText('Name'), 'Meena');
  await userEvent.type(screen.getByLabelText('Phone number'), '98400 00000');
  await userEvent.type(screen.getByLabelText('Email'), 'meena@example.com');
  if (chosen) await userEvent.upload(file(), chosen);
  await submit();
  return FakeRequest.last;
}

describe('the studio form', () => {
  it('uploads the file with its fields, shows how far it is, then goes to the thanks', async () => {
    const request = await fillAndSubmit(sketch);
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/save_inspiration.php',
      headers: { Accept: 'application/json' },
    });
    expect([...(request.body ?? new FormData()).keys()]).toEqual(['name', 'number', 'email', 'inspirations[]']);
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    expect(document.querySelector('[data-spinner]')).toBeInTheDocument();
    act(() => request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 }));
    expect(screen.getByRole('progressbar', { name: 'Upload progress' })).toHaveAttribute('value', '0.25');
    // Each sign of life gives it two minutes more.
    expect(request.timeout).toBeGreaterThan(120_000);
    await act(async () => request.answer('{"success":true}'));
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  it('says that it is sent, and goes to the thanks, where a translator has put elements in the place of texts', async () => {
    const [text] = screen.getByText('Submit').childNodes;
    (text as ChildNode).replaceWith(Object.assign(document.createElement('font'), { textContent: 'Submit' }));
    const request = await fillAndSubmit();
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await act(async () => request.answer('{"success":true}'));
    await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/thank-you'));
  });

  it('may come without a file', async () => {
    const request = await fillAndSubmit();
    expect([...(request.body ?? new FormData()).keys()]).toEqual(['name', 'number', 'email']);
    await act(async () => request.answer('{"success":true}'));
  });

  it.each([
    ['{"success":false,"message":"Too large."}', 'Database save failed: Too large.'],
    ['{}', 'Database save failed: Unknown error'],
    ['not json', 'Something went wrong.'],
  ])('says why when the answer is %s, and stays', async (text, words) => {
    const request = await fillAndSubmit(sketch);
    await act(async () => request.answer(text));
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith(words));
    expect(shell.navigate).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Name')).toHaveValue('Meena');
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  it('says so when the line breaks', async () => {
    const request = await fillAndSubmit(sketch);
    await act(async () => request.onloadend());
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Something went wrong.'));
  });

  it('refuses letters for a number', async () => {
    await userEvent.type(screen.getByLabelText('Name'), 'Meena');
    await userEvent.type(screen.getByLabelText('Phone number'), 'call me');
    await userEvent.type(screen.getByLabelText('Email'), 'meena@example.com');
    await submit();
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription(
      'Please enter a phone number such as +91 98400 00000.',
    );
    expect(screen.getByLabelText('Phone number')).toHaveFocus();
  });

  it.each([
    ['removed', Promise.reject(new DOMException('gone', 'NotFoundError')), /changed or removed/],
    ['there', Promise.resolve(new ArrayBuffer(1)), /^A picture or a PDF, up to 10 MB\.$/],
  ])('says of a file that is %s whether that is why it was not sent', async (_, read, words) => {
    read.catch(() => {});
    const chosen = new File(['x'], 'sleeve.png', { type: 'image/png' });
    chosen.slice = () => Object.assign(new Blob(), { arrayBuffer: () => read });
    const request = await fillAndSubmit(chosen);
    await act(async () => request.onloadend());
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Something went wrong.'));
    expect(file()).toHaveAccessibleDescription(words);
  });

  it('refuses an empty file as soon as it is chosen', async () => {
    await userEvent.upload(file(), new File([], 'cloud.png', { type: 'image/png' }));
    expect(screen.getByRole('alert')).toHaveTextContent('This file is empty. Please choose another one.');
  });

  it('refuses what is neither picture nor PDF as soon as it is chosen', async () => {
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(file(), new File(['x'], 'macro.exe', { type: 'application/x-msdownload' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.');
  });
});
