import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PeopleScreen } from './people';
import { StaffContext } from './staff';

const staff = {
  me: {
    session: 's',
    person: { id: 'asha', name: 'Asha', email: null, rights: ['owner'] },
    endsAt: '2026-05-31T09:30:00Z',
    asksAgainBy: 'passkey' as const,
  },
  service: { rights: [['owner', 'owner'] as const], Table: () => null, linkCommand: '' },
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
