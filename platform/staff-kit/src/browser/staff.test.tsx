import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import { MemoryRouter } from 'react-router-dom';
import { json } from './calls';
import { ActDialog } from './forms';
import { keepFocus, Staff } from './staff';

jest.mock('@wholepage/sign-in/browser/passkeys', () => ({ signInWithPasskey: jest.fn(async () => undefined) }));

const SERVICE = { rights: {}, Table: () => null, linkCommand: 'npm run desk -- link NAME' };

const erased = jest.fn();
const Layout = () => (
  <ActDialog title="Erase the list" act={() => json('POST', '/erase', {})} onDone={erased} onClose={() => undefined}>
    <p>It is gone for good.</p>
    <input aria-label="Why" />
  </ActDialog>
);

/** Serves a session that is old or over. The first `calls` calls are refused, once `refusal` resolves. */
function serve(
  refused = { message: 'Say first who you are.', code: 'sign-in-again', status: 403 },
  next = 'p',
  { calls = 1, refusal = Promise.resolve() } = {},
) {
  let sessions = 1;
  const erasing: (string | null)[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { headers } = {}) => {
    if (address === '/sign-in/me') {
      const person = { id: sessions === 1 ? 'p' : next, name: 'Asha', rights: [] };
      const csrf = `token ${sessions}`;
      sessions += 1;
      return Response.json({ session: csrf, csrf, person, endsAt: '2030-01-01T00:00:00Z', asksAgainBy: 'passkey' });
    }
    erasing.push(new Headers(headers).get('x-csrf-token'));
    if (erasing.length > calls) return Response.json({});
    await refusal;
    return Response.json(refused, { status: refused.status });
  });
  return erasing;
}

beforeEach(() => {
  jest.clearAllMocks();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

async function load(queries = new QueryClient()) {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Staff service={SERVICE} Layout={Layout} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByRole('button', { name: 'Erase the list' });
}

async function erase() {
  await userEvent.click(await load());
  return screen.findByRole('dialog', { name: 'Confirm who you are' });
}

test.each([
  ['the service', undefined],
  ['the API behind it', { message: 'Please confirm who you are, and try again.', code: '', status: 428 }],
])(
  'what %s asks again goes on by itself once somebody said who they are, by their new session',
  async (_who, refused) => {
    const erasing = serve(refused);
    expect(await erase()).toHaveTextContent('npm run desk -- link NAME');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm with a passkey' }));
    await waitFor(() => {
      expect(erased).toHaveBeenCalledTimes(1);
    });
    expect(signInWithPasskey).toHaveBeenCalledTimes(1);
    expect(erasing).toEqual(['token 1', 'token 2']);
    expect(screen.queryByRole('dialog', { name: 'Confirm who you are' })).toBeNull();
  },
);

const OVER = { message: 'You are not signed in any more.', code: 'sign-in', status: 401 };

test.each([
  ['with a passkey', () => userEvent.click(screen.getByRole('button', { name: 'Confirm with a passkey' }))],
  ['in another tab', async () => void globalThis.dispatchEvent(new Event('visibilitychange'))],
])('of a session that ended meanwhile what is typed stays, and goes on after signing in %s', async (_way, signIn) => {
  const erasing = serve(OVER);
  // `staleTime`: the data just read must not count as stale when the person is back.
  await userEvent.click(await load(new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })));
  expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toHaveTextContent(
    'What you typed is still here',
  );
  await signIn();
  await waitFor(() => expect(erased).toHaveBeenCalledTimes(1));
  expect(erasing).toEqual(['token 1', 'token 2']);
  expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull();
});

const OTHER = { message: 'This page is out of date. Load it again.', code: 'other-session', status: 403 };

test('who signed in again in a window beside this one goes on in it, without a word', async () => {
  const erasing = serve(OTHER);
  await userEvent.click(await load());
  await waitFor(() => expect(erased).toHaveBeenCalledTimes(1));
  expect(erasing).toEqual(['token 1', 'token 2']);
});

test('nothing is sent for another person who signed in in a window beside this one', async () => {
  const erasing = serve(OTHER, 'somebody else');
  await userEvent.click(await load());
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
  await screen.findByRole('dialog', { name: 'Erase the list' });
  expect(erasing).toEqual(['token 1']);
});

test('what one person asked for, typed and saw is neither sent for another who signs in meanwhile nor theirs', async () => {
  const erasing = serve(OVER, 'somebody else');
  const queries = new QueryClient();
  const button = await load(queries);
  queries.setQueryData(['seen'], 'by Asha');
  await userEvent.type(screen.getByLabelText('Why'), 'By mistake');
  await userEvent.click(button);
  await screen.findByRole('dialog', { name: 'Sign in again' });
  globalThis.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  expect(screen.getByLabelText('Why')).toHaveDisplayValue('');
  expect(queries.getQueryData(['seen'])).toBeUndefined();
  expect(erasing).toEqual(['token 1']);
});

test('nor is it when its refusal comes after the other one', async () => {
  let refuse = (): void => undefined;
  const refusal = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const erasing = serve(OVER, 'somebody else', { calls: 1, refusal });
  await load();
  const sent = json('POST', '/erase', {}).catch(({ message }: Error) => message);
  globalThis.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
  refuse();
  expect(await sent).toBe(OVER.message);
  expect(erasing).toEqual(['token 1']);
});

test('everything that waits for who signs in again goes on', async () => {
  const erasing = serve(OVER, 'p', { calls: 2 });
  await load();
  const both = Promise.all(['/erase', '/drop'].map((path) => json('POST', path, {})));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm with a passkey' }));
  await both;
  expect(erasing).toEqual(['token 1', 'token 1', 'token 2', 'token 2']);
});

test('who does not say so reads why nothing was done', async () => {
  const erasing = serve();
  const dialog = await erase();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Say first who you are.');
  expect(erased).not.toHaveBeenCalled();
  expect(erasing).toHaveLength(1);
});

test('what is pressed twice, faster than the page shows it, is asked for once', async () => {
  const erasing = serve();
  const button = await load();
  for (const press of [fireEvent.click, fireEvent.click]) press(button);
  await screen.findByRole('dialog', { name: 'Confirm who you are' });
  expect(erasing).toHaveLength(1);
});

test('what is pressed without a line fails at once, and is not sent when the line is back', async () => {
  const erasing = serve();
  const button = await load();
  const answer = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  act(() => onlineManager.setOnline(false));
  await userEvent.click(button);
  const alert = screen.queryByRole('alert')?.textContent;
  globalThis.fetch = answer;
  await act(async () => onlineManager.setOnline(true));
  expect(alert).toContain('does not answer. What you typed is still here');
  expect(erasing).toEqual([]);
});

test('somebody who signed in again in another tab goes on in this one', async () => {
  const erasing = serve();
  const button = await load();
  globalThis.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => {
    expect(fetch).toHaveBeenCalledTimes(2);
  });
  await userEvent.click(button);
  await screen.findByRole('dialog', { name: 'Confirm who you are' });
  expect(erasing).toEqual(['token 2']);
});

test('the focus comes back to what was disabled, and goes on from the heading above what is gone', async () => {
  keepFocus();
  const place = document.createElement('main');
  document.body.append(place);
  place.innerHTML = '<h1>Inbox</h1><section><h2>Notes</h2><p><button>Remove</button></p></section>';
  const [button, section] = [place.querySelector('button'), place.querySelector('section')];
  button?.focus();
  for (const isDisabled of [true, false]) {
    button?.toggleAttribute('disabled', isDisabled);
    // Browsers blur a disabled element; jsdom does not.
    if (isDisabled) button?.blur();
  }
  await waitFor(() => expect(button).toHaveFocus());
  button?.parentElement?.remove();
  await waitFor(() => expect(within(place).getByText('Notes')).toHaveFocus());
  section?.remove();
  await waitFor(() => expect(within(place).getByText('Inbox')).toHaveFocus());
  place.remove();
});
