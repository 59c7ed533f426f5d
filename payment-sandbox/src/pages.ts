import { TEST_CARDS } from './test-means';

/*
 * The sandbox's documents: the checkout's frame, and the page at the sandbox's own address. The frame's script shows
 * one step at a time.
 */

/** A labelled input with a place for its error. @param more attributes of the input, such as its type */
const field = (name: string, label: string, more: string, isNarrow = false): string =>
  `<div class="field${isNarrow ? ' narrow' : ''}">
<label for="field-${name}">${label}</label>
<input id="field-${name}" name="${name}" aria-describedby="field-${name}-error" ${more}>
<p class="error" id="field-${name}-error"></p>
</div>`;

/** A form. The frame's script finds the action of its submission by the step. */
const form = (label: string, ...fields: string[]): string =>
  `<form novalidate>
${fields.join('\n')}
<p class="error" role="alert"></p>
<button type="submit" class="primary">${label}</button>
</form>`;

/** A step. Its heading takes the focus when the step is shown. */
const step = (id: string, heading: string, content: string): string =>
  `<section class="step" id="${id}" hidden>
<h1 tabindex="-1">${heading}</h1>
${content}
</section>`;

/** Test cards with their numbers in groups of four, as printed. */
const CARDS = TEST_CARDS.map((card) => ({ ...card, number: card.number.replace(/(\d{4})(?=\d)/g, '$1 ') }));

/** Buttons that fill the form with a test card. */
const choices = CARDS.map(
  ({ number, network, label }) =>
    `<li><button type="button" class="card-choice" data-value="${number}"><span class="number">${number}</span> ${network}: ${label}</button></li>`,
);

const STEPS = [
  step(
    'card',
    'Pay by card',
    `${form(
      'Pay',
      field('email', 'Email', 'type="email" autocomplete="email" maxlength="254"'),
      field('contact', 'Phone', 'type="tel" autocomplete="tel" maxlength="32"'),
      field('card[number]', 'Card number', 'inputmode="numeric" autocomplete="cc-number" maxlength="23"'),
      field('card[expiry]', 'Expiry (MM/YY)', 'autocomplete="cc-exp" maxlength="7"', true),
      field('card[cvv]', 'CVV', 'type="password" inputmode="numeric" autocomplete="cc-csc" maxlength="3"', true),
      field('card[name]', 'Name on card', 'autocomplete="cc-name" maxlength="100"'),
    )}
<details>
<summary>Test cards</summary>
<ul>
${choices.join('\n')}
</ul>
</details>`,
  ),
  step(
    'otp',
    'Sandbox bank',
    `<p>Any four to ten digits are right; fewer fail the payment. No message is sent to any phone.</p>
${form('Submit', field('otp', 'One-time password', 'inputmode="numeric" autocomplete="one-time-code" maxlength="10"'))}`,
  ),
  // Shown for a wrong key, an unknown order, and an order that is paid already.
  step('problem', 'This payment cannot be made', '<p class="error" role="alert"></p>'),
];

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Payment sandbox</title>
<link rel="stylesheet" href="/checkout/frame.css">`;

export const framePage = `${HEAD}
<body class="frame">
<main aria-live="off">
<div class="sheet" hidden>
<header>
<p class="ribbon">Sandbox: no money moves here</p>
<button type="button" class="close">Close</button>
<p class="merchant"></p>
<p class="description"></p>
<p class="amount"></p>
</header>
${STEPS.join('\n')}
</div>
</main>
<script src="/checkout/frame.js"></script>
`;

/** The page at the sandbox's own address. */
export const landingPage = `${HEAD}
<body class="landing">
<main>
<p class="ribbon">Sandbox: no money moves here</p>
<h1>Payment sandbox</h1>
<p>This server stands in for the card payment provider while the site is developed and tested. Any expiry date to come and any CVV will do; one-time passwords of four to ten digits are right, shorter ones are wrong.</p>
<h2>Test cards</h2>
<ul>
${CARDS.map(({ number, network, label }) => `<li><span class="number">${number}</span> ${network}: ${label}</li>`).join('\n')}
</ul>
</main>
`;
