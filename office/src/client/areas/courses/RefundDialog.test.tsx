import { Refine } from '@refinedev/core';
import { render, screen } from '@testing-library/react';
import type { OrderStory } from 'api-wire/office/courses';
import { dataProvider } from '../../data/provider';
import { RefundDialog } from './RefundDialog';

const money = { amount: 5_000_000, currency: 'INR' };
const payment = { id: 'pay_1', amount: money, returnable: money } as OrderStory['payments'][number];
const order = { id: 'o1', enrolment: { name: 'Meera' } } as OrderStory;

beforeEach(() => {
  sessionStorage.clear();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});

const open = (reason?: string) =>
  render(
    <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
      <RefundDialog order={order} payment={payment} reason={reason} onClose={() => undefined} />
    </Refine>,
  );

test('of a notice, all is refunded after one look that says why', () => {
  open('The course was closed when this was paid.');
  expect(screen.getByRole('dialog', { name: 'Refund ₹50,000 to Meera?' }).textContent).toContain(
    'Reason: The course was closed when this was paid.',
  );
  expect(screen.getByRole('button', { name: 'Refund ₹50,000' })).not.toBeNull();
});

test('elsewhere, how much and why are asked first', () => {
  open();
  expect(screen.getByRole('dialog', { name: 'Refund a payment' })).not.toBeNull();
});
