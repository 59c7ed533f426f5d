import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StaffContext } from '@wholepage/staff-kit/browser/staff';
import type { OrderStory } from 'api-wire/office/courses';
import { MemoryRouter, Route, Routes } from 'react-router';
import { dataProvider } from '../../data/provider';
import { CoursesScreen, OrderScreen } from './courses';
import { RefundDialog } from './RefundDialog';

const money = { amount: 5_000_000, currency: 'INR' };
const payment = { id: 'pay_1', amount: money, returnable: money } as OrderStory['payments'][number];
const order = { id: 'o1', enrolment: { name: 'Meera' } } as OrderStory;

globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

beforeEach(() => {
  sessionStorage.clear();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});

const open = (reason?: string) =>
  render(
    <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
      <StaffContext value={staff}>
        <RefundDialog order={order} payment={payment} reason={reason} onClose={() => undefined} />
      </StaffContext>
    </Refine>,
  );

test('of a notice, all is refunded after one look that says why', () => {
  open('The course was closed when this was paid.');
  expect(screen.getByRole('dialog', { name: 'Refund ₹50,000 to Meera?' }).textContent).toContain(
    'Reason: The course was closed when this was paid.',
  );
  expect(screen.getByRole('button', { name: 'Refund ₹50,000' })).not.toBeNull();
});

test('of a notice, another sum that was typed before is looked at first', async () => {
  const first = open();
  await userEvent.clear(screen.getByLabelText('Amount in rupees'));
  await userEvent.type(screen.getByLabelText('Amount in rupees'), '100');
  first.unmount();
  open('The course was closed when this was paid.');
  expect(screen.getByRole('dialog', { name: 'Refund a payment' })).not.toBeNull();
});

test('elsewhere, how much and why are asked first, in a way of writing that is said', async () => {
  open();
  expect(screen.getByRole('dialog', { name: 'Refund a payment' })).not.toBeNull();
  for (const field of screen.getAllByRole('textbox')) await userEvent.type(field, '{Control>}a{/Control}1,5');
  await userEvent.click(screen.getByRole('button', { name: 'Look at it once more' }));
  expect(screen.getByRole('alert').textContent).toContain('₹50,000, written as 5,000 or 499.50.');
});

test('a refund that is made after its dialog was closed is not asked for again with the next one', async () => {
  sessionStorage.clear();
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ids: string[] = [];
  globalThis.fetch = jest.fn(async (_address: RequestInfo | URL, { body } = {}) => {
    ids.push(JSON.parse(String(body)).id);
    await isAnswered;
    return Response.json({ refund_requests: [] });
  });
  const refund = () => userEvent.click(screen.getByRole('button', { name: 'Refund ₹50,000' }));
  const first = open('A part.');
  await refund();
  first.unmount();
  answer();
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  open('Another part.');
  await refund();
  expect(new Set(ids).size).toBe(2);
});

const staff = {
  me: {
    session: 's',
    person: { id: 'asha', name: 'Asha', rights: ['owner'] },
    endsAt: '2026-05-31T09:30:00Z',
    asksAgainBy: 'passkey' as const,
  },
  service: { rights: {}, Table: () => null, linkCommand: '' },
};

test('what is typed of a course stays, and takes nothing back that somebody else changed meanwhile', async () => {
  let course = {
    ...{ variant: 'online', label: 'Online Course', plus_tax: true, status: 'open', place: null, next_dates: null },
    ...{ price: money, version: 1 },
  };
  const sent: Record<string, unknown>[] = [];
  globalThis.fetch = jest.fn(async (_address: RequestInfo | URL, { method, body } = {}) => {
    if (method !== 'PATCH') return Response.json({ data: [course], total: 1 });
    sent.push(JSON.parse(String(body)));
    return sent.length === 1
      ? Response.json({ message: 'Meera changed this.' }, { status: 409 })
      : Response.json(course);
  });
  const queries = new QueryClient();
  const show = () =>
    render(
      <MemoryRouter>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}>
          <StaffContext value={staff}>
            <CoursesScreen />
          </StaffContext>
        </Refine>
      </MemoryRouter>,
    );
  const openDialog = async () => userEvent.click(await screen.findByRole('button', { name: 'Change Online Course' }));
  const first = show();
  await openDialog();
  await userEvent.type(screen.getByLabelText('Place'), 'Delhi');
  first.unmount();
  show();
  await openDialog();
  expect(screen.getByLabelText('Place')).toHaveProperty('value', 'Delhi');
  const save = within(screen.getByRole('dialog')).getByRole('button', { name: 'Change Online Course' });
  // The list is refetched, as after a look at another window.
  course = { ...course, price: { ...money, amount: 4_500_000 }, version: 2 };
  void queries.invalidateQueries();
  await waitFor(() => expect(screen.getByLabelText('Price in rupees')).toHaveProperty('value', '45000'));
  await userEvent.click(save);
  expect((await screen.findByRole('alert')).textContent).toContain('Meera changed this.');
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    { place: 'Delhi', version: 1 },
    { place: 'Delhi', version: 2 },
  ]);
});

test('a receipt whose answer was lost is one mail, and one that is sent again after its answer another', async () => {
  const none = { amount: 0, currency: 'INR' };
  const story = {
    ...{ ...order, receipt: 'r1', provider_order_id: null, status: 'paid', amount: money, paid: money, held: money },
    ...{ refunded: none, lost: none, in_dispute: none, paid_twice: false },
    ...{ payments: [], problems: [], timeline: [], refund_requests: [] },
    enrolment: { name: 'Meera', email: 'meera@example.com', phone: '', course_label: 'Online Course' },
  };
  const ids: string[] = [];
  globalThis.fetch = jest.fn(async (_address: RequestInfo | URL, { method, body } = {}) => {
    if (method !== 'POST') return Response.json(story);
    ids.push(JSON.parse(String(body)).id);
    if (ids.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ done: true });
  });
  render(
    <MemoryRouter initialEntries={['/orders/o1']}>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        <StaffContext value={staff}>
          <Routes>
            <Route path="/orders/:id" element={<OrderScreen />} />
          </Routes>
        </StaffContext>
      </Refine>
    </MemoryRouter>,
  );
  const again = await screen.findByRole('button', { name: 'Send the receipt again' });
  for (const times of [1, 2, 3]) {
    await userEvent.click(again);
    await waitFor(() => expect(again).toBeEnabled());
    expect(ids).toHaveLength(times);
  }
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});
