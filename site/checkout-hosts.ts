/** Origins that a page with the checkout lets in beside that of its script. */
export interface CheckoutHosts {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
}

/** What Razorpay's own plug-in for Magento lists in its `csp_whitelist.xml`. */
const RAZORPAY: CheckoutHosts = {
  script: ['https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com'],
  connect: [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  img: ['https://cdn.razorpay.com'],
};
const NONE: CheckoutHosts = { script: [], frame: [], connect: [], img: [] };

/** The hosts as set; what is not set is what the provider is known to need. */
export function checkoutHosts(
  values: { [Name in `PAYMENT_CSP_${Uppercase<keyof CheckoutHosts>}`]?: string[] | undefined },
  checkoutUrl: string,
): CheckoutHosts {
  const known = URL.canParse(checkoutUrl) && new URL(checkoutUrl).origin === 'https://checkout.razorpay.com';
  const usual = known ? RAZORPAY : NONE;
  return {
    script: values.PAYMENT_CSP_SCRIPT ?? usual.script,
    frame: values.PAYMENT_CSP_FRAME ?? usual.frame,
    connect: values.PAYMENT_CSP_CONNECT ?? usual.connect,
    img: values.PAYMENT_CSP_IMG ?? usual.img,
  };
}
