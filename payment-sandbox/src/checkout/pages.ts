import { TEST_CARDS } from '../cards';
import { TEST_ADDRESSES } from '../upi';

const head = (title: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/checkout/frame.css">`;

/** The document inside the checkout's frame. Its script fills it. */
export const framePage = `${head('Payment sandbox')}
<body class="frame">
<main id="checkout" aria-live="off"></main>
<script src="/checkout/frame.js"></script>
`;

const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

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
