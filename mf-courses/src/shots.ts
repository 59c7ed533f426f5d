import type { ShotPlan } from '@wholepage/tooling/shots';

/** Enrols in the first course of the page: what the scenarios tell apart comes after that. */
const enrol: ShotPlan['reach'] = async (page) => {
  await page
    .locator('#slot')
    .getByRole('button', { name: /^Enrol (Now|in)/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Enrol Now', exact: true });
  await form.getByLabel('Name', { exact: true }).fill('Meena Raman');
  await form.getByLabel('Email', { exact: true }).fill('meena@example.com');
  await form.getByLabel('Phone', { exact: true }).fill('98400 11111');
  await form.getByRole('button', { name: 'Proceed to Payment', exact: true }).click();
};

const plan: ShotPlan = {
  pages: ['/courses', '/one-on-one-transformation'],
  reach: enrol,
  waiting: (page) => page.getByRole('dialog').getByRole('button', { name: /…$/ }),
  settled: (page) =>
    page
      .getByRole('alertdialog')
      .or(page.getByRole('heading', { name: 'Payment Successful!', exact: true }))
      // Dismissed: the form is back.
      .or(page.getByRole('dialog').getByRole('button', { name: 'Proceed to Payment', disabled: false })),
};

export default plan;
