import { Refine } from '@refinedev/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PERSON_KINDS } from 'api-wire/office/words';
import { MemoryRouter } from 'react-router';
import { dataProvider } from '../../data/provider';
import { DataProtectionScreen } from './staff';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});

test('after somebody is erased, it is they who are looked up again, whoever is typed already', async () => {
  const asked: string[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { body } = {}) => {
    const { email } = JSON.parse(String(body));
    asked.push(`${String(address).split('/').at(-1)} ${email}`);
    const none = Object.fromEntries(Object.keys(PERSON_KINDS).map((kind) => [kind, []]));
    const stays = [{ what: 'The payment pay_1', why: 'The books need it.', until: null }];
    return Response.json(String(address).endsWith('show') ? { ...none, email, enquiries: [{ id: 'e1' }] } : { stays });
  });
  render(
    <MemoryRouter>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        <DataProtectionScreen />
      </Refine>
    </MemoryRouter>,
  );
  const field = screen.getByLabelText('Email address of the person');
  await userEvent.type(field, 'asha@hotel.example');
  await userEvent.click(screen.getByRole('button', { name: 'Show what is held on this person' }));
  const erase = await screen.findByRole('button', { name: 'Erase asha@hotel.example' });
  await userEvent.clear(field);
  await userEvent.type(field, 'ravi@hotel.example');
  await userEvent.click(erase);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase asha@hotel.example' }));
  expect(await screen.findByText('The payment pay_1')).toBeVisible();
  expect(asked).toEqual(['show asha@hotel.example', 'erase asha@hotel.example', 'show asha@hotel.example']);
});
