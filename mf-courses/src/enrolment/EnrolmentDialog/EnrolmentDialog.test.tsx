import { act, screen, waitFor } from '@testing-library/react';
import {
  bodiesOf,
  button,
  fakeOutside,
  field,
  fillIn,
  json,
  open,
  openProvider,
  user,
} from '../../testing/enrolment-dialog';

const outside = fakeOutside();

test('asks for name, e-mail and phone in this order, and gives the focus back to the field', async () => {
  const shell = open();
  const steps = [
    ['Name', 'Please enter your name.', 'Meena R'],
    ['Email', 'Please enter your email.', 'meena'],
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
  expect(outside.calls).toHaveLength(0);
  expect(outside.provider.opens).toBe(0);
});

test('has the fields of the specification', () => {
  open();
  expect(screen.getByRole('dialog', { name: 'Enrol Now' })).toBeVisible();
  expect(field('Name')).toBeRequired();
  expect(field('Email')).toHaveAttribute('type', 'email');
  expect(field('Phone')).toHaveAttribute('inputmode', 'numeric');
  expect(screen.getByText('₹1,00,000 + GST')).toBeVisible();
  expect(screen.getByText('₹1,00,000 is charged now. GST is invoiced separately.')).toBeVisible();
  expect(screen.getByRole('link', { name: '+91 44 5550 0101' })).toHaveAttribute('href', 'tel:+914455500101');
  expect(screen.getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
  expect(screen.getByText(/To see, correct or erase it, write to hello@thimble.example/)).toBeVisible();
});

test.each([
  ['full', /^This course is full, and nothing can be paid for it\./],
  ['closed', /^This course takes no enrolments now, and nothing can be paid for it\./],
] as const)('has no form for a course that is %s, and says whom to write to', (status, sentence) => {
  open(undefined, undefined, { status });
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Proceed to Payment' })).toBeNull();
  expect(screen.queryByText(/is charged now/)).toBeNull();
  expect(screen.getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
});

test('names no sum while the price is unknown, as its tag says, and takes the details all the same', () => {
  open(undefined, undefined, { status: 'unknown' });
  expect(screen.getByText('Ask us for the price')).toBeVisible();
  expect(screen.queryByText(/₹/)).toBeNull();
  expect(button()).toBeEnabled();
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
  expect(outside.calls).toHaveLength(0);
});

test('makes one order however often the button is pressed', async () => {
  let answer: (response: Response) => void = () => {};
  outside.answers['/api/create_order.php'] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  open();
  await fillIn();
  await user.dblClick(button());
  await user.type(field('Phone'), '{Enter}{Enter}');
  // As add-ons do, which no disabled button stops.
  act(() => field('Phone').closest('form')?.requestSubmit());
  expect(screen.getByRole('button', { name: 'Opening payment…' })).toBeDisabled();
  await act(async () => answer(Response.json({ id: 'order_1' })));
  await outside.provider.opened;
  expect(bodiesOf(outside, 'create_order.php')).toEqual([{ amount: 10_000_000 }]);
  expect(outside.provider.opens).toBe(1);
});

test('opens the checkout with all that it needs, and closes its own dialog before', async () => {
  open();
  const options = await openProvider(outside);
  expect(options).toMatchObject({
    key: 'rzp_test_key',
    amount: 10_000_000,
    currency: 'INR',
    name: 'Test & Thimble',
    description: 'Offline Course',
    order_id: 'order_1',
    prefill: { name: 'Meena R', email: 'meena@example.com', contact: '98400 00000' },
    notes: { course: 'Course in Person' },
    theme: { color: '#22305F' },
    retry: { enabled: false },
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('before the order', () => {
  const headersOf = (path: string) =>
    outside.calls.filter(({ url }) => url.endsWith(path)).map(({ init }) => new Headers(init.headers));

  test('says who enrols in what, and ties the order to it', async () => {
    outside.answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
    open();
    await openProvider(outside);
    expect(outside.calls.map(({ url }) => url)).toEqual(['/api/enrolments', '/api/create_order.php']);
    expect(bodiesOf(outside, '/enrolments')).toEqual([
      { name: 'Meena R', email: 'meena@example.com', phone: '98400 00000', course: 'offline', notice: '2026-11.2' },
    ]);
    expect(bodiesOf(outside, 'create_order.php')).toEqual([{ amount: 10_000_000 }]);
    expect(headersOf('create_order.php')[0]?.get('enrolment-id')).toBe('enrolment-1');
  });

  test('is somebody once, however often the payment is tried', async () => {
    outside.answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
    open();
    const { modal } = await openProvider(outside);
    act(() => modal.ondismiss());
    await waitFor(() => expect(button()).toBeEnabled());
    await user.click(button());
    await waitFor(() => expect(headersOf('create_order.php')).toHaveLength(2));
    for (const path of ['/enrolments', 'create_order.php'])
      expect(headersOf(path)[1]?.get('enrolment-id')).toBe('enrolment-1');
    const [first, second] = headersOf('create_order.php').map((headers) => headers.get('idempotency-key'));
    expect(headersOf('/enrolments').map((headers) => headers.get('idempotency-key'))).toEqual([first, second]);
    expect([first, second]).toEqual([expect.stringMatching(/.{36}/), expect.not.stringMatching(first ?? '')]);
  });

  test.each([
    ['does not know the call', json('Not Found', 404)],
    ['fails', json({ success: false, message: 'No.' }, 500)],
    ['answers a page', async () => new Response('<h1>It works!</h1>')],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('goes on without when the course host %s', async (_how, answer) => {
    outside.answers['/api/enrolments'] = answer;
    const shell = open();
    await openProvider(outside);
    expect(headersOf('create_order.php')[0]?.has('enrolment-id')).toBe(false);
    expect(shell.alert).not.toHaveBeenCalled();
  });

  test('stays on the filled form when the details are refused, and says why', async () => {
    outside.answers['/api/enrolments'] = json({ success: false, message: 'Please enter another e-mail address.' }, 422);
    const shell = open();
    await fillIn();
    await user.click(button());
    await waitFor(() => expect(shell.alert).toHaveBeenCalledWith('Please enter another e-mail address.'));
    expect(bodiesOf(outside, 'create_order.php')).toEqual([]);
    expect(field('Name')).toHaveValue('Meena R');
  });
});
