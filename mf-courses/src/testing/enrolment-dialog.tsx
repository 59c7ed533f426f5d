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
  label: 'Course in Person',
  price: ofUnits(100_000),
  description: 'Offline Course',
  plusTax: true,
};

interface Outside {
  provider: FakeProvider;
  /** Requests to the API. */
  calls: { url: string; init: RequestInit }[];
  /** The API's responses by address; a request to any other address fails. */
  answers: Record<string, () => Promise<Response>>;
}

export const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

/** Fakes the payment provider and the API around the dialog. Resets them before each test of the calling file. */
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

/** Fills the form in by pasting: a whole value costs as much as one key. */
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

/** The provider's response to a successful payment. */
export const paid = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'signature',
};

/** Bodies that were posted to an address of the API. */
export const bodiesOf = ({ calls }: Outside, path: string) =>
  calls.filter(({ url }) => url.endsWith(path)).map(({ init }) => JSON.parse(String(init.body)));

/** Fills the form in and goes on to the payment. @returns options of the opened checkout */
export const openProvider = async ({ provider }: Outside) => {
  await fillIn();
  await user.click(button());
  return provider.opened;
};
