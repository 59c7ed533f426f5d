import { TEST_ADDRESSES, TEST_CARDS } from './test-means';

/*
 * The sandbox's documents: the checkout's frame, and a page for whoever opens the sandbox's own address. The frame's script
 * shows one step at a time.
 */

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  autocomplete?: string;
  numeric?: boolean;
  maxLength?: number;
  narrow?: boolean;
}

/** A labelled input of a step with room for what is wrong with it. */
const field = (step: string, { name, label, type = 'text', autocomplete = 'off', ...more }: Field): string => {
  const id = `${step}-${name}`;
  return `<div class="field${more.narrow ? ' narrow' : ''}">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${more.maxLength ?? 254}"${more.numeric ? ' inputmode="numeric"' : ''} aria-describedby="${id}-error">
<p class="error" id="${id}-error"></p>
</div>`;
};

/** @param action what sending it does, by the frame's script */
const form = (action: string, label: string, fields: readonly string[] = [], classes = ''): string =>
  `<form data-action="${action}" class="${classes}" novalidate>
${fields.join('\n')}
<p class="error" role="alert"></p>
<button type="submit" class="primary">${label}</button>
</form>`;

/** The customer's contact and means; its button says the amount. */
const paymentForm = (step: 'card' | 'upi', means: readonly Field[]): string => {
  const email: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' };
  const contact: Field = { name: 'contact', label: 'Phone', type: 'tel', autocomplete: 'tel' };
  return form(
    step,
    'Pay',
    [email, contact, ...means].map((each) => field(step, each)),
    'pay',
  );
};

/** What may be paid with: a press fills the form with it. */
const picker = (title: string, choices: readonly { value: string; remark: string }[]): string => `<details>
<summary>${title}</summary>
<ul>
${choices.map(({ value, remark }) => `<li><button type="button" class="card-choice" data-value="${value}"><span class="number">${value}</span> ${remark}</button></li>`).join('\n')}
</ul>
</details>`;

const plainButton = (label: string, press: string): string =>
  `<button type="button" class="plain" data-press="${press}">${label}</button>`;

/** The heading takes the focus when the step is shown. */
const step = (id: string, heading: string, ...contents: string[]): string =>
  `<section class="step" id="${id}" hidden>
<h1 tabindex="-1">${heading}</h1>
${contents.join('\n')}
</section>`;

/** A card's number as it is printed, in groups of four. */
const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

const STEPS = [
  step(
    'card',
    'Pay by card',
    paymentForm('card', [
      { name: 'card[number]', label: 'Card number', numeric: true, maxLength: 23, autocomplete: 'cc-number' },
      { name: 'card[expiry]', label: 'Expiry (MM/YY)', narrow: true, maxLength: 7, autocomplete: 'cc-exp' },
      {
        ...{ name: 'card[cvv]', label: 'CVV', type: 'password', numeric: true, narrow: true, maxLength: 3 },
        autocomplete: 'cc-csc',
      },
      { name: 'card[name]', label: 'Name on card', autocomplete: 'cc-name' },
    ]),
    picker(
      'Test cards',
      TEST_CARDS.map(({ number, network, label }) => ({ value: spaced(number), remark: `${network}: ${label}` })),
    ),
    plainButton('Pay by UPI instead', 'upi'),
  ),
  step(
    'upi',
    'Pay by UPI',
    paymentForm('upi', [{ name: 'vpa', label: 'UPI address', maxLength: 100 }]),
    picker(
      'Test addresses',
      TEST_ADDRESSES.map(({ vpa, label }) => ({ value: vpa, remark: label })),
    ),
    plainButton('Pay by card instead', 'card'),
  ),
  step(
    'otp',
    'Sandbox bank',
    '<p>Any four to ten digits are right; fewer fail the payment. No message is sent to any phone.</p>',
    form('otp', 'Submit', [
      field('otp', {
        ...{ name: 'otp', label: 'One-time password', numeric: true, maxLength: 10 },
        autocomplete: 'one-time-code',
      }),
    ]),
    form('cancel', 'Cancel payment', [], 'quiet'),
  ),
  step(
    'approval',
    'Sandbox UPI app',
    '<p>This stands in for the app on the customer’s phone. Nothing is sent to any phone.</p>',
    form('approve', 'Approve payment'),
    form('cancel', 'Cancel payment', [], 'quiet'),
  ),
  step(
    'failure',
    'Payment failed',
    '<p class="error" role="alert"></p>\n<p class="code"></p>',
    '<button type="button" class="primary" data-press="again">Try again</button>',
    plainButton('Close', 'close'),
  ),
  // Wrong key, unknown order, already paid.
  step('problem', 'This payment cannot be made', '<p class="error" role="alert"></p>'),
];

/** How each document of the sandbox begins. */
const head = (title: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/checkout/frame.css">`;

/** The document inside the checkout's frame. */
export const framePage = `${head('Payment sandbox')}
<body class="frame">
<main aria-live="off">
<div class="sheet" hidden>
<header>
<p class="ribbon">Sandbox: no money moves here</p>
<button type="button" class="close" data-press="close">Close</button>
<p class="merchant"></p>
<p class="description"></p>
<p class="amount"></p>
</header>
${STEPS.join('\n')}
</div>
</main>
<script src="/checkout/frame.js"></script>
`;

/** What someone sees who opens the sandbox's own address. */
export const landingPage = `${head('Payment sandbox')}
<body class="landing">
<main>
<p class="ribbon">Sandbox: no money moves here</p>
<h1>Payment sandbox</h1>
<p>This server stands in for the card payment provider while the site is developed and tested. Any expiry date to come and any CVV will do; one-time passwords of four to ten digits are right, shorter ones are wrong.</p>
<table>
<caption>Test cards</caption>
<thead><tr><th scope="col">Number</th><th scope="col">Network</th><th scope="col">Outcome</th></tr></thead>
<tbody>
${TEST_CARDS.map(({ number, network, label }) => `<tr><td>${spaced(number)}</td><td>${network}</td><td>${label}</td></tr>`).join('\n')}
</tbody>
</table>
<table>
<caption>Test UPI addresses</caption>
<thead><tr><th scope="col">Address</th><th scope="col">Outcome</th></tr></thead>
<tbody>
${TEST_ADDRESSES.map(({ vpa, label }) => `<tr><td>${vpa}</td><td>${label}</td></tr>`).join('\n')}
</tbody>
</table>
</main>
`;
