import { head } from './page-head';

/** The document inside the checkout's frame. Its script fills it. */
export const framePage = `${head('Payment sandbox')}
<body class="frame">
<main id="checkout" aria-live="off"></main>
<script src="/checkout/frame.js"></script>
`;
