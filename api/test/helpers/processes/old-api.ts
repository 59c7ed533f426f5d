import type { TestDatabase } from '@wholepage/database/testing/test-database';

const ORDER_STATUSES = `array['pending', 'open', 'authorized', 'paid']`;
const PAYMENT_STATUSES = `array['created', 'failed', 'authorized', 'captured', 'refunded']`;

/** The statements of the API before migration 0004. During a rollout, the old and the new API write to the same tables. */
export const oldApi = ({ query }: Pick<TestDatabase, 'query'>) => {
  const advance = (id: string, status: string) =>
    query(
      `update orders set status = $2, updated_at = now()
       where id = $1 and array_position(${ORDER_STATUSES}, status) < array_position(${ORDER_STATUSES}, $2)`,
      [id, status],
    );
  return {
    advance,
    order: async (id: string, receipt: string, providerOrderId: string) => {
      await query(
        `insert into orders (id, submission_key, receipt, amount, currency, status, provider_order_id, created_at, updated_at)
         values ($1, default, $2, 5000000, 'INR', default, default, default, default)
         on conflict do nothing
         returning id, submission_key, receipt, amount, currency, status, provider_order_id, created_at, updated_at`,
        [id, receipt],
      );
      await query(
        'update orders set provider_order_id = $2, updated_at = now() where id = $1 and provider_order_id is null',
        [id, providerOrderId],
      );
      await advance(id, 'open');
    },
    payment: async (id: string, orderId: string, status: string) => {
      await query(
        `insert into payments (id, order_id, status, amount, method, error_code, error_description, created_at, updated_at)
         values ($1, $2, $3, 5000000, 'card', null, null, default, default)
         on conflict (id) do update set status = excluded.status,
           amount = coalesce(excluded.amount, payments.amount), method = coalesce(excluded.method, payments.method),
           error_code = null, error_description = null, updated_at = now()
         where array_position(${PAYMENT_STATUSES}, payments.status) < array_position(${PAYMENT_STATUSES}, excluded.status)`,
        [id, orderId, status],
      );
    },
    webhook: (id: string, orderId: string) =>
      query(
        `with kept as (
           insert into webhook_events (id, type, payload, outcome, created_at)
           values ($1, 'payment.captured', '{}', 'unknown_event', default) on conflict do nothing returning id
         ) select (select id from orders where provider_order_id = $2 for update) as "order" from kept`,
        [id, orderId],
      ),
    enquiry: (id: string, key: string) =>
      query(
        `insert into enquiries (id, submission_key, form, fname, lname, name, email, phone, subject, message, status, signals, notice, created_at)
         values ($1, $2, 'modal', default, default, 'Old', 'old@x.example', '12345', default, 'hi', 'new', '{}', '2026-11', default)
         on conflict do nothing returning id`,
        [id, key],
      ),
    mail: (id: string, key: string) =>
      query(
        `insert into mails (id, submission_key, email, form, fields, suspect, signals, notice)
         values ($1, $2, 'old@x.example', 'modal', '{"name":"Old"}', false, '{}', '2026-11') on conflict do nothing returning id`,
        [id, key],
      ),
  };
};
