import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { deviceText, PeopleScreen, PersonScreen } from './people';
import { StaffContext } from './staff';

const staff = {
  me: {
    session: 's',
    person: { id: 'asha', name: 'Asha', rights: ['owner'] },
    endsAt: '2026-05-31T09:30:00Z',
    asksAgainBy: 'passkey' as const,
  },
  service: { rights: { owner: { allows: 'everything' } }, Table: () => null, linkCommand: '' },
};

test('a link goes on naming whom it lets in while the next name is typed', async () => {
  globalThis.fetch = jest.fn(async () => Response.json({ people: [], link: 'https://office.example/in#asha' }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StaffContext value={staff}>
        <PeopleScreen />
      </StaffContext>
    </QueryClientProvider>,
  );
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 'Ravi');
  await userEvent.click(screen.getByRole('button', { name: 'Invite Ravi' }));
  await screen.findByText(/^This link signs Ravi in once/);
  await userEvent.clear(name);
  await userEvent.type(name, 'Meera');
  expect(screen.getByRole('status').textContent).toContain('This link signs Ravi in once');
});

test.each([
  ['passkey', 'Ravi may come in again, and needs a new link: 0 passkeys and 0 sessions are left.'],
  ['openid', 'Ravi may come in again.'],
] as const)('who may come in again by %s reads of a link only where links let people in', async (asksAgainBy, text) => {
  const people = [{ id: 'ravi', name: 'Ravi', rights: [], endedAt: '2026-05-31T09:30:00Z' }];
  globalThis.fetch = jest.fn(async () => Response.json({ people, sessions: [], passkeys: [] }));
  HTMLDialogElement.prototype.showModal = () => undefined;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StaffContext value={{ ...staff, me: { ...staff.me, asksAgainBy } }}>
        <MemoryRouter initialEntries={['/people/ravi']}>
          <Routes>
            <Route path="/people/:id" element={<PersonScreen />} />
          </Routes>
        </MemoryRouter>
      </StaffContext>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Open the access of Ravi' }));
  expect(screen.getByText(text)).not.toBeNull();
});

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MAC} ${WEBKIT} Version/26.1 Safari/605.1.15`, 'Safari 26'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari 26',
  ],
  [`${MAC} ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge 141'],
  [`${MAC} ${BLINK} Chrome/142.0.0.0 Safari/537.36`, 'Chrome 142'],
  [`Mozilla/5.0 (Linux; Android 15; wv) ${BLINK} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome 142'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'an unknown device'],
])('the browser of %j is %s', (device, text) => {
  expect(deviceText(device)).toBe(text);
});
