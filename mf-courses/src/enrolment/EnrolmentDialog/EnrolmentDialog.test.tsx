import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stubShell } from 'contracts/testing';
import type { Offer } from '../../content/courses';
import { type FakeProvider, fakeProvider } from '../../testing/fake-provider';
import { show } from '../../testing/remote';
import { COURSES_FAILURE, ONE_ON_ONE_FAILURE } from '../failure-prefix';
import { EnrolmentDialog } from './EnrolmentDialog';

const user = userEvent.setup({ delay: null });

const offer: Offer = {
  variant: 'offline',
  label: 'Offline Course',
  priceInRupees: 100_000,
  description: 'Offline Course',
  plusTax: true,
};
const response = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'signature' };

let provider: FakeProvider;
let calls: { url: string; init: RequestInit }[];
let answers: Record<string, () => Promise<Response>>;

const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });
const bodyOf = (path: string) =>
  calls.filter(({ url }) => url.endsWith(path)).map(({ init }) => JSON.parse(String(init.body)));

beforeEach(() => {
  sessionStorage.clear();
  provider = fakeProvider();
  window.Razorpay = provider.Razorpay;
  calls = [];
  answers = { '/api/create_order.php': json({ id: 'order_1' }), '/api/confirm_payment.php': json({ success: true }) };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    calls.push({ url: String(input), init });
    const answer = answers[String(input)];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  window.Razorpay = undefined;
});

const open = (failurePrefix = COURSES_FAILURE, shell = stubShell()) =>
  show(<EnrolmentDialog offer={offer} failurePrefix={failurePrefix} onClose={() => {}} />, shell).shell;
const field = (name: string) => screen.getByRole('textbox', { name });
const button = () => screen.getByRole('button', { name: 'Proceed to Payment' });
const fillIn = async () => {
  await user.type(field('Name'), 'Meena R');
  await user.type(field('Email'), 'meena@example.com');
  await user.type(field('Phone'), '98400 00000');
};
const openProvider = async () => {
  await fillIn();
  await user.click(button());
  return provider.opened;
};

test('asks for name, e-mail and phone in this order, and gives the focus back to the field', async () => {
  const shell = open();
  const steps = [
    ['Name', 'Please enter your name.', 'Meena R'],
    ['Email', 'Please enter your email.', 'meena@example.com'],
    ['Phone', 'Please enter your phone number.', '98400 00000'],
  ] as const;
  await user.type(field('Name'), '   ');
  for (const [name, alert, value] of steps) {
    await user.click(button());
    expect(shell.alert).toHaveBeenLastCalledWith(alert);
    expect(field(name)).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent(alert);
    await user.clear(field(name));
    await user.type(field(name), value);
  }
  expect(shell.alert).toHaveBeenCalledTimes(3);
  expect(calls).toHaveLength(0);
  expect(provider.opens).toBe(0);
});

test('has the fields of the specification', () => {
  open();
  expect(screen.getByRole('dialog', { name: 'Enrol Now' })).toBeVisible();
  expect(field('Name')).toBeRequired();
  expect(field('Email')).toHaveAttribute('type', 'email');
  expect(field('Phone')).toHaveAttribute('inputmode', 'numeric');
  expect(screen.getByText('₹1,00,000 + GST')).toBeVisible();
  expect(screen.getByRole('link', { name: '+91 44 5550 0101' })).toHaveAttribute('href', 'tel:+914455500101');
  expect(screen.getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
  expect(screen.getByText(/To see, correct or erase it, write to hello@thimble.example/)).toBeVisible();
});

test.each([
  ['Email', 'meena', 'Please enter an email address such as name@example.com.'],
  ['Phone', 'call me', 'Please enter a phone number such as +91 98400 00000.'],
])('says beside %s that "%s" is none', async (name, value, problem) => {
  const shell = open();
  await fillIn();
  await user.clear(field(name));
  await user.type(field(name), value);
  await user.click(button());
  expect(screen.getByRole('alert')).toHaveTextContent(problem);
  expect(field(name)).toHaveFocus();
  expect(shell.alert).not.toHaveBeenCalled();
  expect(calls).toHaveLength(0);
});

test('makes one order however often the button is pressed', async () => {
  let answer: (response: Response) => void = () => {};
  answers['/api/create_order.php'] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  open();
  await fillIn();
  await user.dblClick(button());
  await user.type(field('Phone'), '{Enter}{Enter}');
  expect(screen.getByRole('button', { name: 'Opening payment…' })).toBeDisabled();
  await act(async () => answer(Response.json({ id: 'order_1' })));
  await provider.opened;
  expect(bodyOf('create_order.php')).toEqual([{ amount: 10_000_000 }]);
  expect(provider.opens).toBe(1);
});

test('opens the checkout with all that it needs, and closes its own dialog before', async () => {
  open();
  const options = await openProvider();
  expect(options).toMatchObject({
    key: 'rzp_test_key',
    amount: 10_000_000,
    currency: 'INR',
    name: 'Test & Thimble',
    description: 'Offline Course',
    order_id: 'order_1',
    prefill: { name: 'Meena R', email: 'meena@example.com', contact: '98400 00000' },
    notes: { course: 'Offline Course' },
    theme: { color: '#22305F' },
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('before the order', () => {
  const headersOf = (path: string) =>
    calls.filter(({ url }) => url.endsWith(path)).map(({ init }) => new Headers(init.headers));

  test('says who enrols in what, and ties the order to it', async () => {
    answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
    open();
    await openProvider();
    expect(calls.map(({ url }) => url)).toEqual(['/api/enrolments', '/api/create_order.php']);
    expect(bodyOf('/enrolments')).toEqual([
      { name: 'Meena R', email: 'meena@example.com', phone: '98400 00000', course: 'offline', notice: '2026-11.2' },
    ]);
    expect(bodyOf('create_order.php')).toEqual([{ amount: 10_000_000 }]);
    expect(headersOf('create_order.php')[0]?.get('enrolment-id')).toBe('enrolment-1');
  });

  test('is somebody once, however often the payment is tried', async () => {
    answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
    open();
    const { modal } = await openProvider();
    act(() => modal.ondismiss());
    await waitFor(() => expect(button()).toBeEnabled());
    await user.click(button());
    await waitFor(() => expect(headersOf('create_order.php')).toHaveLength(2));
    expect(bodyOf('/enrolments')).toHaveLength(1);
    expect(headersOf('create_order.php')[1]?.get('enrolment-id')).toBe('enrolment-1');
  });

  test.each([
    ['does not know the call', json('Not Found', 404)],
    ['fails', json({ success: false, message: 'No.' }, 500)],
    ['answers a page', async () => new Response('<h1>It works!</h1>')],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('goes on without when the course host %s', async (_how, answer) => {
    answers['/api/enrolments'] = answer;
    const shell = open();
    await openProvider();
    expect(headersOf('create_order.php')[0]?.has('enrolment-id')).toBe(false);
    expect(shell.alert).not.toHaveBeenCalled();
  });

  test('stays on the filled form when the details are refused, and says why', async () => {
    answers['/api/enrolments'] = json({ success: false, message: 'Please enter another e-mail address.' }, 422);
    const shell = open();
    await fillIn();
    await user.click(button());
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Please enter another e-mail address.'));
    expect(bodyOf('create_order.php')).toEqual([]);
    expect(field('Name')).toHaveValue('Meena R');
  });
});

test('confirms the payment and goes to the success page', async () => {
  const shell = open();
  const { handler } = await openProvider();
  act(() => handler(response));
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/success?payment_id=pay_1'));
  expect(bodyOf('confirm_payment.php')).toEqual([response]);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['is refused', json({ success: false }, 500)],
  ['gets no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('goes to the success page when the confirmation %s', async (_how, answer) => {
  answers['/api/confirm_payment.php'] = answer;
  const shell = open();
  const { handler } = await openProvider();
  act(() => handler({ ...response, razorpay_payment_id: 'pay/1&x' }));
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/success?payment_id=pay%2F1%26x'));
});

test.each([
  [COURSES_FAILURE, 'Payment failed: The bank said no.'],
  [ONE_ON_ONE_FAILURE, 'Payment failed. Error: The bank said no.'],
])('tells of a failed payment and returns to the filled form', async (prefix, alert) => {
  const shell = open(prefix);
  const { modal } = await openProvider();
  // Some providers call the failed dialog dismissed, too.
  act(() => {
    provider.fail('The bank said no.');
    modal.ondismiss();
  });
  await waitFor(() => expect(button()).toBeVisible());
  expect(shell.alert.mock.calls).toEqual([[alert]]);
  expect(provider.closes).toBe(1);
  expect(field('Name')).toHaveValue('Meena R');
});

test('returns to the form with everything typed when the checkout is dismissed', async () => {
  const shell = open();
  const { modal } = await openProvider();
  act(() => modal.ondismiss());
  await waitFor(() => expect(button()).toBeEnabled());
  expect(field('Name')).toHaveValue('Meena R');
  expect(field('Email')).toHaveValue('meena@example.com');
  expect(field('Phone')).toHaveValue('98400 00000');
  expect(shell.alert).not.toHaveBeenCalled();
  await user.click(button());
  await waitFor(() => expect(bodyOf('create_order.php')).toHaveLength(2));
});

test.each([
  ['an answer without an id', json({ entity: 'order' }), 'Failed to create order at the payment provider.'],
  ['a refusal', json({ success: false, message: 'No.' }, 502), 'Failed to create order at the payment provider.'],
  [
    'no network',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Something went wrong while creating the order.',
  ],
  ['garbage', async () => new Response('<br /><b>Warning</b>'), 'Something went wrong while creating the order.'],
])('stays on the form after %s', async (_what, answer, alert) => {
  answers['/api/create_order.php'] = answer;
  const shell = open();
  await fillIn();
  await user.click(button());
  await waitFor(() => expect(shell.alert).toHaveBeenCalledWith(alert));
  await waitFor(() => expect(button()).toHaveFocus());
  expect(field('Name')).toHaveValue('Meena R');
  expect(provider.opens).toBe(0);
});

test('says when the checkout script does not load, and tries again the next time', async () => {
  window.Razorpay = undefined;
  const shell = open();
  await fillIn();
  expect(document.querySelector('script')).toBeNull();
  await user.click(button());
  const script = document.querySelector('script');
  expect(script).toHaveAttribute('src', 'https://pay.example/checkout.js');
  await act(async () => script?.dispatchEvent(new Event('error')));
  await waitFor(() => expect(shell.alert).toHaveBeenCalledWith(expect.stringContaining('could not be loaded')));
  expect(calls).toHaveLength(0);
  await waitFor(() => expect(button()).toBeEnabled());
  await user.click(button());
  window.Razorpay = provider.Razorpay;
  await act(async () => document.querySelector('script')?.dispatchEvent(new Event('load')));
  expect((await provider.opened).order_id).toBe('order_1');
  document.querySelector('script')?.remove();
});

test('closes the checkout when the visitor leaves the page', async () => {
  const shell = stubShell();
  const { unmount } = show(<EnrolmentDialog offer={offer} failurePrefix="" onClose={() => {}} />, shell);
  await openProvider();
  unmount();
  expect(provider.closes).toBe(1);
  expect(shell.alert).not.toHaveBeenCalled();
});

test('puts back what was typed before a reload', async () => {
  const { unmount } = show(<EnrolmentDialog offer={offer} failurePrefix="" onClose={() => {}} />);
  await fillIn();
  unmount();
  open();
  expect(field('Name')).toHaveValue('Meena R');
});
