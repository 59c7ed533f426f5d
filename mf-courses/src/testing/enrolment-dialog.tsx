import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ofUnits } from 'api-wire/money';
import { stubShell } from 'site/testing';
import type { Offer } from '../content/courses';
import { EnrolmentDialog } from '../enrolment/EnrolmentDialog/EnrolmentDialog';
import { COURSES_FAILURE } from '../enrolment/errors';
import { type FakeProvider, fakeProvider } from './fake-provider';
import { show } from './remote';

export const user = userEvent.setup({ delay: null });

export const offer: Offer = {
  variant: 'offline',
  label: 'Offline Course',
  price: ofUnits(100_000),
  description: 'Offline Course',
  plusTax: true,
};

interface Outside {
  provider: FakeProvider;
  /** What was asked of the API. */
  calls: { url: string; init: RequestInit }[];
  /** What it answers, by address; any other fails. */
  answers: Record<string, () => Promise<Response>>;
}

export const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

/** The payment provider and the API around the dialog, again for each test of the file that calls this. */
export function fakeOutside(): Outside {
  const outside = {} as Outside;
  beforeEach(() => {
    sessionStorage.clear();
    const provider = fakeProvider();
    window.Razorpay = provider.Razorpay;
    Object.assign(outside, {
      provider,
      calls: [],
      answers: {
        '/api/create_order.php': json({ id: 'order_1' }),
        '/api/confirm_payment.php': json({ success: true }),
      },
    } satisfies Outside);
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
      outside.calls.push({ url: String(input), init });
      const answer = outside.answers[String(input)];
      if (!answer) throw new TypeError('Failed to fetch');
      return answer();
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    window.Razorpay = undefined;
  });
  return outside;
}

export const open = (failurePrefix = COURSES_FAILURE, shell = stubShell(), changed: Partial<Offer> = {}) =>
  show(<EnrolmentDialog offer={{ ...offer, ...changed }} failurePrefix={failurePrefix} onClose={() => {}} />, shell)
    .shell;

export const field = (name: string) => screen.getByRole('textbox', { name });

export const button = () => screen.getByRole('button', { name: 'Proceed to Payment' });

/** By pasting: the work of a whole field is that of one key. */
export const fillIn = async () => {
  for (const [name, text] of [
    ['Name', 'Meena R'],
    ['Email', 'meena@example.com'],
    ['Phone', '98400 00000'],
  ] as const) {
    await user.click(field(name));
    await user.paste(text);
  }
};

/** What the provider answers when a payment succeeded. */
export const paid = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'signature',
};

/** Bodies that were posted to an address of the API. */
export const bodiesOf = ({ calls }: Outside, path: string) =>
  calls.filter(({ url }) => url.endsWith(path)).map(({ init }) => JSON.parse(String(init.body)));

/** Fills the form in and goes on to the payment. @returns what the checkout was opened with */
export const openProvider = async ({ provider }: Outside) => {
  await fillIn();
  await user.click(button());
  return provider.opened;
};
