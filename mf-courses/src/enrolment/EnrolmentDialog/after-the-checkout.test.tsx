import { act, screen, waitFor } from '@testing-library/react';
import { ofUnits } from 'api-wire/money';
import { useState } from 'react';
import { stubShell } from 'site/testing';
import {
  bodiesOf,
  button,
  fakeOutside,
  field,
  fillIn,
  json,
  offer,
  open,
  openProvider,
  paid,
  user,
} from '../../testing/enrolment-dialog';
import { show } from '../../testing/remote';
import { unconfirmed } from '../calls';
import type { CheckoutConstructor } from '../checkout';
import { COURSES_FAILURE, ONE_ON_ONE_FAILURE } from '../errors';
import { EnrolmentDialog } from './EnrolmentDialog';

const outside = fakeOutside();

test('confirms the payment, tells other windows, and goes to the success page', async () => {
  const tell = jest.spyOn(BroadcastChannel.prototype, 'postMessage');
  outside.answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
  const shell = open();
  const { handler } = await openProvider(outside);
  act(() => handler({ ...paid, ...{ org_logo: 'logo.png' } }));
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/success?payment_id=pay_1'));
  expect(bodiesOf(outside, 'confirm_payment.php')).toEqual([paid]);
  expect(tell.mock.calls).toEqual([['enrolment-1']]);
  expect(sessionStorage).toHaveLength(0);
});

test('is closed when the browser keeps the page for the way back from the success page', async () => {
  const onClose = jest.fn();
  const { shell } = show(<EnrolmentDialog offer={offer} failurePrefix="" onClose={onClose} />);
  const { handler } = await openProvider(outside);
  act(() => handler(paid));
  await waitFor(() => expect(shell.navigate).toHaveBeenCalled());
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => window.dispatchEvent(new Event('pagehide')));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(button()).toBeEnabled();
});

test.each([
  ['is refused', json({ success: false }, 500)],
  ['gets no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('goes to the success page when the confirmation %s', async (_how, answer) => {
  outside.answers['/api/confirm_payment.php'] = answer;
  const shell = open();
  const { handler } = await openProvider(outside);
  act(() => handler({ ...paid, razorpay_payment_id: 'pay/1&x' }));
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/success?payment_id=pay%2F1%26x'));
  // The success page sends it again.
  expect(unconfirmed.read()).toEqual({ ...paid, razorpay_payment_id: 'pay/1&x' });
});

test.each([
  [COURSES_FAILURE, 'Payment failed: The bank said no.'],
  [ONE_ON_ONE_FAILURE, 'Payment failed. Error: The bank said no.'],
])('tells of a failed payment and returns to the filled form', async (prefix, alert) => {
  const shell = open(prefix);
  const { modal } = await openProvider(outside);
  // Some providers also report a failed dialog as dismissed.
  act(() => {
    outside.provider.fail('The bank said no.');
    modal.ondismiss();
  });
  await waitFor(() => expect(button()).toBeVisible());
  expect(screen.getByText(/^Not paid yet, and what you wrote is kept\./)).toBeVisible();
  expect(shell.alert.mock.calls).toEqual([[alert]]);
  expect(outside.provider.closes).toBe(1);
  expect(field('Name')).toHaveValue('Meena R');
});

test.each([
  ['an order that was not made', 'create'],
  ['a payment that failed', 'pay'],
])('after %s tries again though the alert has not come', async (_what, step) => {
  const shell = open();
  shell.alert.mockReturnValue(new Promise(() => {}));
  if (step === 'pay') {
    await openProvider(outside);
    act(() => outside.provider.fail('The bank said no.'));
  } else {
    outside.answers['/api/create_order.php'] = () => Promise.reject(new TypeError('Failed to fetch'));
    await fillIn();
    await user.click(button());
  }
  await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(1));
  expect(button()).toBeEnabled();
  expect(screen.getByText(/^Not paid yet, and what you wrote is kept\./)).toBeVisible();
  outside.answers['/api/create_order.php'] = () => Promise.reject(new TypeError('Failed to fetch'));
  await user.click(button());
  await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(2));
  await user.click(button());
  await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(3));
});

test('returns to the form with everything typed when the checkout is dismissed', async () => {
  const shell = open();
  const { modal } = await openProvider(outside);
  act(() => modal.ondismiss());
  await waitFor(() => expect(button()).toBeEnabled());
  expect(field('Name')).toHaveValue('Meena R');
  expect(field('Email')).toHaveValue('meena@example.com');
  expect(field('Phone')).toHaveValue('98400 00000');
  expect(shell.alert).not.toHaveBeenCalled();
  await user.click(button());
  await waitFor(() => expect(bodiesOf(outside, 'create_order.php')).toHaveLength(2));
});

test.each([
  ['an answer without an id', json({ entity: 'order', id: '' }), 'Failed to create order at the payment provider.'],
  [
    'a refusal',
    json({ success: false, message: 'Please wait 20 seconds.' }, 429),
    'Failed to create order at the payment provider. Please wait 20 seconds.',
  ],
  [
    'a course that is full',
    json({ success: false, code: 'course_unavailable', message: 'The Offline Course is full.' }, 422),
    'The Offline Course is full.',
  ],
  [
    'no network',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Something went wrong while creating the order.',
  ],
  ['garbage', async () => new Response('<br /><b>Warning</b>'), 'Something went wrong while creating the order.'],
])('stays on the form after %s', async (_what, answer, alert) => {
  outside.answers['/api/create_order.php'] = answer;
  const shell = open();
  await fillIn();
  await user.click(button());
  await waitFor(() => expect(shell.alert).toHaveBeenCalledWith(alert));
  await waitFor(() => expect(button()).toHaveFocus());
  expect(
    screen.getByText('Not paid yet, and what you wrote is kept. Try again, or call +91 44 5550 0101.'),
  ).toBeVisible();
  expect(field('Name')).toHaveValue('Meena R');
  expect(outside.provider.opens).toBe(0);
});

test('asks nobody to try again whose payment has arrived', async () => {
  const message = 'Your payment for the Offline Course has arrived: please do not pay again.';
  outside.answers['/api/create_order.php'] = json({ success: false, code: 'already_paid', message }, 422);
  const shell = open();
  await fillIn();
  await user.click(button());
  await waitFor(() => expect(shell.alert.mock.calls).toEqual([[message]]));
  expect(screen.queryByText(/Not paid yet|Try again/)).toBeNull();
});

test('closes the checkout of who has paid in another window, and asks them not to pay again', async () => {
  outside.answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
  const shell = open();
  await openProvider(outside);
  const other = new BroadcastChannel('enrolment-paid');
  for (const id of ['enrolment-2', 'enrolment-1']) other.postMessage(id);
  const text = 'You have paid for the Course in Person in another window: please do not pay again.';
  await waitFor(() => expect(shell.alert.mock.calls).toEqual([[text]]));
  other.close();
  expect(outside.provider.closes).toBe(1);
  expect(screen.queryByText(/Not paid yet|Try again/)).toBeNull();
});

test('opens no checkout for who has paid in another window while the order was made', async () => {
  const other = new BroadcastChannel('enrolment-paid');
  outside.answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
  outside.answers['/api/create_order.php'] = () =>
    new Promise((resolve) => {
      // Messages arrive in the order in which the channels were made: the dialog has it before the order comes.
      const last = Object.assign(new BroadcastChannel('enrolment-paid'), {
        onmessage: () => {
          last.close();
          resolve(Response.json({ id: 'order_1' }));
        },
      });
      other.postMessage('enrolment-1');
    });
  const shell = open();
  await fillIn();
  await user.click(button());
  await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(1));
  other.close();
  expect(shell.alert).toHaveBeenCalledWith(expect.stringMatching(/in another window: please do not pay again/));
  expect(outside.provider.opens).toBe(0);
});

test('listens to other windows no more once the checkout has failed to open', async () => {
  const close = jest.spyOn(BroadcastChannel.prototype, 'close');
  window.Razorpay = class {
    constructor() {
      throw new Error('The checkout has no such key.');
    }
  } as unknown as CheckoutConstructor;
  const shell = open();
  await fillIn();
  await user.click(button());
  await waitFor(() => expect(shell.alert).toHaveBeenCalledTimes(1));
  expect(close).toHaveBeenCalledTimes(1);
});

test('opens the checkout where a browser refuses messages between windows, as Firefox does with cookies blocked', async () => {
  jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  open();
  expect((await openProvider(outside)).order_id).toBe('order_1');
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
  expect(outside.calls).toHaveLength(0);
  await waitFor(() => expect(button()).toBeEnabled());
  await user.click(button());
  window.Razorpay = outside.provider.Razorpay;
  await act(async () => document.querySelector('script')?.dispatchEvent(new Event('load')));
  expect((await outside.provider.opened).order_id).toBe('order_1');
  document.querySelector('script')?.remove();
});

test('closes the checkout when the visitor leaves the page', async () => {
  const shell = stubShell();
  const { unmount } = show(<EnrolmentDialog offer={offer} failurePrefix="" onClose={() => {}} />, shell);
  await openProvider(outside);
  unmount();
  expect(outside.provider.closes).toBe(1);
  // What follows the closed checkout runs after this turn.
  await act(async () => undefined);
  expect(shell.alert).not.toHaveBeenCalled();
});

test('puts back what was typed before a reload, and who enrolled, of whose money the API may know', async () => {
  outside.answers['/api/enrolments'] = json({ success: true, id: 'enrolment-1' });
  const again = { 'Enrolment-Id': 'enrolment-1' };
  const { unmount } = show(<EnrolmentDialog offer={offer} failurePrefix="" onClose={() => {}} />);
  await openProvider(outside);
  unmount();
  open();
  expect(field('Name')).toHaveValue('Meena R');
  await user.click(button());
  await waitFor(() => expect(bodiesOf(outside, 'create_order.php')).toHaveLength(2));
  const named = outside.calls.filter(({ url }) => url.endsWith('/enrolments')).map(({ init }) => init.headers);
  expect(named).toEqual([expect.not.objectContaining(again), expect.objectContaining(again)]);
});

test('shows the price to a page without one as soon as the API has named it', async () => {
  const changed = { success: false, code: 'price_changed', message: 'Changed.', ...ofUnits(90_000), plus_tax: false };
  outside.answers['/api/create_order.php'] = json(changed, 422);
  open(undefined, undefined, { status: 'unknown' });
  await fillIn();
  await user.click(button());
  expect(await screen.findByText('₹90,000')).toBeVisible();
  expect(screen.getByText(/^₹90,000 is charged now/)).toBeVisible();
});

test('shows the changed price of one course at no other', async () => {
  const changed = { success: false, code: 'price_changed', message: 'Changed.', ...ofUnits(90_000), plus_tax: false };
  outside.answers['/api/create_order.php'] = json(changed, 422);
  let choose = (_course: typeof offer) => {};
  function Page() {
    const [chosen, setChosen] = useState(offer);
    choose = setChosen;
    return <EnrolmentDialog offer={chosen} failurePrefix="" onClose={() => {}} />;
  }
  show(<Page />);
  await fillIn();
  await user.click(button());
  expect(await screen.findByText('₹90,000')).toBeVisible();
  act(() => choose({ ...offer, variant: 'online', price: ofUnits(50_000) }));
  expect(screen.getByText('₹50,000 + GST')).toBeVisible();
});

test('tells the new price to an old page before anything is paid, and goes on at it', async () => {
  const message = 'The price of the Offline Course has changed: it is ₹90,000 now.';
  const changed = { success: false, code: 'price_changed', message, ...ofUnits(90_000), plus_tax: false };
  outside.answers['/api/create_order.php'] = json(changed, 422);
  const shell = open();
  expect(screen.getByText('₹1,00,000 + GST')).toBeVisible();
  await fillIn();
  await user.click(button());
  await waitFor(() => expect(shell.alert.mock.calls).toEqual([[message]]));
  expect(outside.provider.opens).toBe(0);
  expect(await screen.findByText('₹90,000')).toBeVisible();
  outside.answers['/api/create_order.php'] = json({ id: 'order_2' });
  await waitFor(() => expect(button()).toBeEnabled());
  await user.click(button());
  expect((await outside.provider.opened).amount).toBe(9_000_000);
  expect(bodiesOf(outside, 'create_order.php')).toEqual([{ amount: 10_000_000 }, { amount: 9_000_000 }]);
});
