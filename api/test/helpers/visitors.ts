import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sign, WEBHOOK_SECRET } from './orders/provider';

/** Acknowledged actions: e-mail addresses, and ids of orders. */
export interface Acknowledged {
  saved: Set<string>;
  mailed: Set<string>;
  uploaded: Set<string>;
  ordered: Set<string>;
  enrolled: Set<string>;
  paid: Set<string>;
}

/** Visitors that repeat each action until it is acknowledged. All go through the same actions, each from another start. */
export interface Visitors {
  acknowledged: Acknowledged;
  /** Resolves after `more` further successful calls. @throws for any answer other than success, 502 and 503 */
  answered(more: number): Promise<void>;
  /** Stops new calls and waits for those in flight. */
  leave(): Promise<void>;
}

const SERVICE = { user_id: 'local_public_key', service_id: 'local_service', template_id: 'template_modal' };
const NOT_NOW = new Set([502, 503]);
/** Pause before a retry. Without it, visitors would starve the starting API of CPU. */
const RETRY_MS = 20;

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/**
 * Starts visitors. @param origin returns the API of the next call; each call asks for it anew
 * @param restMs pause between two actions of a visitor
 */
export function sendVisitors(count: number, origin: () => string, restMs = 0): Visitors {
  const acknowledged: Acknowledged = {
    saved: new Set(),
    mailed: new Set(),
    uploaded: new Set(),
    ordered: new Set(),
    enrolled: new Set(),
    paid: new Set(),
  };
  let answers = 0;
  let going = true;

  /** Repeats a request with the same id until it is acknowledged. */
  const insist = async (path: string, init: RequestInit, fine = 200): Promise<Response | undefined> => {
    while (going) {
      const answer = await fetch(origin() + path, { method: 'POST', redirect: 'manual', ...init }).catch(
        () => undefined,
      );
      if (answer?.status === fine) {
        answers += 1;
        return answer;
      }
      if (answer && !NOT_NOW.has(answer.status))
        throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      await pause(RETRY_MS);
    }
    return undefined;
  };

  const acts = {
    scripted: async (email: string, id: string) => {
      const fields = { name: 'Visitor', email, phone: '12345', message: 'Two\nlines' };
      const body = formOf({ ...fields, ...SERVICE, submission_id: id });
      if (await insist('/api/v1.0/email/send-form', { body })) acknowledged.mailed.add(email);
      const headers = { 'content-type': 'application/json', 'idempotency-key': id };
      if (await insist('/save_modal_form.php', { body: JSON.stringify(fields), headers }))
        acknowledged.saved.add(email);
    },
    plain: async (email: string, id: string) => {
      const fields = { name: 'Visitor', email, phone: '12345', subject: 'S', message: 'm', submission_id: id };
      const body = new URLSearchParams(fields);
      if (!(await insist('/save_form.php', { body, headers: { accept: 'text/html' } }, 303))) return;
      acknowledged.saved.add(email);
      acknowledged.mailed.add(email);
    },
    upload: async (email: string, id: string) => {
      const body = formOf({ name: 'Visitor', number: '12345', email });
      body.append('inspirations[]', new Blob([`%PDF-1.7\n${id}\n%%EOF`], { type: 'application/pdf' }), 'idea.pdf');
      if (!(await insist('/save_inspiration.php', { body, headers: { 'idempotency-key': id } }))) return;
      for (const list of ['saved', 'mailed', 'uploaded'] as const) acknowledged[list].add(email);
    },
    order: async (_email: string, id: string) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': id };
      const answer = await insist('/create_order.php', { body: '{"amount":5000000}', headers });
      if (answer) acknowledged.ordered.add((await answer.json()).id);
    },
    enrolment: async (email: string, id: string) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': id };
      const body = JSON.stringify({ name: email.slice(0, 13), email, phone: '12345', course: 'online' });
      const enrolled = await insist('/enrolments', { body, headers });
      if (!enrolled) return;
      acknowledged.enrolled.add(email);
      const tied = { ...headers, 'enrolment-id': (await enrolled.json()).id };
      const answer = await insist('/create_order.php', { body: '{"amount":5000000}', headers: tied });
      if (!answer) return;
      const order = (await answer.json()).id;
      acknowledged.ordered.add(order);
      const entity = { id: `pay_${id}`, order_id: order, status: 'captured', amount: 5_000_000, currency: 'INR' };
      const event = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
      const signed = { 'x-razorpay-event-id': `evt_${id}`, 'x-razorpay-signature': sign(event, WEBHOOK_SECRET) };
      if (await insist('/webhooks/payment', { body: event, headers: signed })) acknowledged.paid.add(email);
    },
  };

  const visit = async (first: number): Promise<void> => {
    const choices = Object.values(acts);
    for (let turn = first; going; turn += 1) {
      const id = randomUUID();
      await choices[turn % choices.length]?.(`${id}@visitor.example`, id);
      if (restMs > 0) await pause(restMs);
    }
  };
  let trouble: unknown;
  const visits = Array.from({ length: count }, (_, index) =>
    visit(index).catch((error: unknown) => {
      trouble = error;
    }),
  );
  return {
    acknowledged,
    answered: async (more) => {
      const goal = answers + more;
      while (answers < goal) {
        if (trouble) throw trouble;
        await pause(RETRY_MS);
      }
    },
    leave: async () => {
      going = false;
      await Promise.all(visits);
    },
  };
}
