import { TEST_CARDS } from '../cards';
import { spaced } from '../spaced';
import { TEST_ADDRESSES } from '../upi';
import { head } from './page-head';

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
