/** First segments of the paths that the API answers. `api` is that of the e-mail service, whose own path begins so. */
export const apiPaths = [
  'api',
  'catalogue',
  'confirm_payment.php',
  'covers',
  'create_order.php',
  'enrolments',
  'form.css',
  'formdata',
  'openapi.json',
  'payment_state',
  'save_form.php',
  'save_home_form.php',
  'save_inspiration.php',
  'save_modal_form.php',
  'webhooks',
];
