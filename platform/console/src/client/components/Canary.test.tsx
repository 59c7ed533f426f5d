import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StaffContext, type StaffService } from '@wholepage/staff-kit/browser/staff';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { AppDetails } from '../../shapes';
import { AppScreen } from '../screens/AppScreen';
import { CanaryPanel, StoppedCanary } from './Canary';
import type { StepDialogProps } from './StepDialog';
import { CanaryDialog, StepActions, Steps } from './Steps';

const asked = jest.fn();
jest.mock('./StepDialog', () => ({
  StepDialog({ consequence, step, children }: StepDialogProps) {
    asked(step);
    return (
      <>
        <p>{consequence}</p>
        {children}
      </>
    );
  },
}));

const details = { app: 'news', live: { version: '1.0.0-aaaaaaaa' } } as AppDetails;

test.each(['', 'a few', '10, x, 50', '50, 10', '0, 10', '10, 100', '10,'])('"%s" are no shares', async (text) => {
  render(<CanaryDialog title="Start" details={details} version="1.0.0-bbbbbbbb" onClose={() => undefined} />);
  const field = screen.getByLabelText('Percent of visitors, in rising steps');
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ shares: [10, 25, 50] }));
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ shares: [] }));
  expect(screen.getByText('Give percents that rise, such as 10, 25, 50.')).toBeVisible();
});

test('a canary of one share that goes on by itself says who gets it in the end', async () => {
  render(<CanaryDialog title="Start" details={details} version="1.0.0-bbbbbbbb" onClose={() => undefined} />);
  await userEvent.type(screen.getByLabelText('Percent of visitors, in rising steps'), '{Control>}a{/Control}5');
  expect(screen.getByText(/Then at last everybody\.$/)).toBeVisible();
});

test.each([
  [10_000, '10 s'],
  [600_000, '10 min'],
])('a step of %d ms lasts %s', (everyMs, every) => {
  globalThis.fetch = () => new Promise(() => undefined);
  const canary = { version: '1.0.0-bbbbbbbb', percent: 10, startedAt: undefined, experiment: undefined };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CanaryPanel app="news" canary={{ ...canary, plan: { next: [50], everyMs, since: '2026-05-31T09:30:00Z' } }} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(/10 % of visitors/)).toHaveTextContent(`Next: 50 %, everybody, one every ${every}`);
});

test.each(['canary', 'experiment'])('a stopped %s of which nobody saw anything is called what it was', (action) => {
  const step = { app: 'news', version: '1.0.0-bbbbbbbb', at: '2026-05-31T09:30:00Z', by: 'Asha', why: '' };
  const history = ['unlock', 'stop', action, 'promote'].map((taken) => ({ ...step, action: taken }));
  render(<StoppedCanary details={{ ...details, history } as AppDetails} />);
  expect(screen.getByRole('heading')).toHaveTextContent(`Stopped ${action} 1.0.0-bbbbbbbb`);
});

/** An app's page with one button. */
function withButton(what: 'rollback' | 'retire', live: string, canary?: object) {
  globalThis.fetch = () => new Promise(() => undefined);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <Steps details={{ ...details, live: { version: live }, canary } as AppDetails} may>
        <StepActions steps={[{ do: what, version: '1.0.0-bbbbbbbb', text: 'Go' }]} />
      </Steps>
    </QueryClientProvider>
  );
}

test('a rollback says which canary ends, and is not of another release that somebody makes live meanwhile', async () => {
  const { rerender } = render(withButton('rollback', '1.0.0-aaaaaaaa', { version: '1.0.0-dddddddd' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  rerender(withButton('rollback', '1.0.0-cccccccc'));
  expect(screen.getByText(/The canary with 1.0.0-dddddddd ends\.$/)).toBeVisible();
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ action: 'rollback', from: '1.0.0-aaaaaaaa' }));
});

test('retiring an app says which canary ends', async () => {
  render(withButton('retire', '1.0.0-aaaaaaaa', { version: '1.0.0-dddddddd' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(screen.getByText(/The canary with 1.0.0-dddddddd ends\.$/)).toBeVisible();
});

test('an app that was retired by breaking its lock can be unlocked', async () => {
  const lock = { app: 'news', until: '2999-01-01T00:00:00Z', by: 'Asha', why: 'the fair' };
  const retired = { app: 'news', lock, history: [], waiting: [], newCauses: {}, goals: [] };
  globalThis.fetch = async () => Response.json(retired);
  const person = { id: 'asha', name: 'Asha', rights: ['admin'] };
  const me = { session: 's', person, endsAt: '', asksAgainBy: 'passkey' } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StaffContext value={{ me, service: {} as StaffService }}>
        <MemoryRouter initialEntries={['/apps/news']}>
          <Routes>
            <Route path="/apps/:app" element={<AppScreen />} />
          </Routes>
        </MemoryRouter>
      </StaffContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Unlock news' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retire news' })).toBeNull();
});
