import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { Panel } from './Panel';

const ignore = () => {};

it('lets the keyboard come to its log, which scrolls', async () => {
  render(
    <Panel
      definition={{ name: 'mf-x', pages: ['/x'], scenarios: [] }}
      version="1"
      scenario="real"
      page="/x"
      log={['GET /api/b', 'GET /api/a']}
      alert={undefined}
      slot={createRef()}
      onScenario={ignore}
      onPage={ignore}
    />,
  );
  const log = screen.getByRole('region', { name: 'Asked for' });
  expect(within(log).getAllByRole('listitem')[0]).toHaveTextContent('GET /api/b');
  screen.getByRole('combobox', { name: 'The API answers' }).focus();
  await userEvent.tab();
  expect(log).toHaveFocus();
});
