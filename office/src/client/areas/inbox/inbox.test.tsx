import { Refine } from '@refinedev/core';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StaffContext } from '@wholepage/staff-kit/browser/staff';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router';
import { Visits } from '../../components/FilteredList';
import { dataProvider, routerProvider } from '../../data/provider';
import { EnquiriesScreen, EnquiryScreen, TemplatesScreen } from './inbox';

const staff = {
  me: {
    session: 's',
    person: { id: 'asha', name: 'Asha', rights: ['desk'] },
    endsAt: '2026-05-31T09:30:00Z',
    asksAgainBy: 'passkey' as const,
  },
  service: { rights: {}, Table: () => null, linkCommand: '' },
};

test('who saves a template twice is nobody else the second time, and what is typed stays', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  let row = { id, name: 'Thanks', subject: 'Thank you', text: 'Hello', updated_at: '2026-05-31T09:30:00.000Z' };
  const answers: number[] = [];
  globalThis.fetch = jest.fn(async (_address: RequestInfo | URL, { method, body } = {}) => {
    if (method !== 'PUT') return Response.json({ data: [row], total: 1 });
    const { updated_at: read, ...typed } = JSON.parse(String(body));
    const status = read === row.updated_at ? 200 : 409;
    answers.push(status);
    if (status === 200) row = { ...row, ...typed, updated_at: `2026-05-31T09:30:00.${100 + answers.length}Z` };
    return Response.json(row, { status });
  });
  const show = () => open('/templates');
  const first = show();
  const text = async () => {
    const save = await screen.findByRole('button', { name: 'Save Thanks' });
    return within(save.closest('form') as HTMLElement).getByLabelText('Text');
  };
  for (const typed of [' there', ', friend']) {
    const field = await text();
    await userEvent.type(field, typed);
    const wanted = (field as HTMLTextAreaElement).value;
    // While one save is under way, another click does nothing.
    await waitFor(async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Save Thanks' }));
      expect(row.text).toBe(wanted);
    });
  }
  expect(answers).not.toContain(409);
  // The screen is left before the text is saved, as when the session ends.
  await userEvent.type(await text(), '!');
  first.unmount();
  show();
  expect(await text()).toHaveProperty('value', 'Hello there, friend!');
});

globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

beforeAll(() => {
  // jsdom does not know `<search>`, and React warns about it once.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<search />);
  jest.mocked(console.error).mockRestore();
});

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Refine
        dataProvider={dataProvider}
        routerProvider={routerProvider}
        options={{ disableTelemetry: true, syncWithLocation: true }}
      >
        <StaffContext value={staff}>
          <Link to="/enquiries">All</Link>
          <Back />
          <Visits>
            <Routes>
              <Route path="/enquiries" element={<EnquiriesScreen />} />
              <Route path="/enquiries/:id" element={<EnquiryScreen />} />
              <Route path="/templates" element={<TemplatesScreen />} />
            </Routes>
          </Visits>
        </StaffContext>
      </Refine>
    </MemoryRouter>,
  );

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

const row = {
  ...{ id: 'one', form: 'contact', name: 'Ravi', email: 'ravi@example.com', phone: '', subject: 'Aprons' },
  ...{ excerpt: 'Forty', message: 'Forty', status: 'new', assignee: null, unread: false, version: 1 },
  ...{ files: [], notes: [], answers: [], replies: [], signals: [], mail: null, mail_error: null, mail_only: false },
  ...{ others: { enquiries: [], enrolments: [] }, created_at: '2026-05-31T09:30:00.000Z' },
};

test('an enquiry that is marked as unread stays unread', async () => {
  let unread = true;
  const patches: boolean[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { method, body } = {}) => {
    if (method === 'PATCH') {
      unread = JSON.parse(String(body)).set.unread;
      patches.push(unread);
    }
    if (String(address) === '/office/enquiries/one') return Response.json({ ...row, unread });
    return Response.json({ data: [], total: 0 });
  });
  open('/enquiries/one');
  await screen.findByRole('heading', { level: 1, name: 'Ravi' });
  await waitFor(() => expect(patches).toEqual([false]));
  await userEvent.click(screen.getByRole('button', { name: 'Mark as unread' }));
  await screen.findByRole('heading', { level: 1, name: 'Inbox' });
  expect(patches).toEqual([false, true]);
});

test('a note is its author’s to remove, also under another name, and no namesake’s', async () => {
  const note = { text: 'Called', created_at: row.created_at };
  const notes = [
    { ...note, id: 'n1', author: 'Asha Rao', author_id: 'asha' },
    { ...note, id: 'n2', author: 'Asha', author_id: 'another' },
  ];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) =>
    Response.json(String(address) === '/office/enquiries/one' ? { ...row, notes } : { data: [], total: 0 }),
  );
  open('/enquiries/one');
  const remove = await screen.findByRole('button', { name: 'Remove this note' });
  expect(remove.closest('.note')?.textContent).toContain('Asha Rao');
});

test('who leaves an enquiry while a note is saved finds its field empty on the way back, and saves no second one', async () => {
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent: string[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { method, body } = {}) => {
    if (method === 'POST' && sent.push(JSON.parse(String(body)).id) === 1) throw new TypeError('Failed to fetch');
    if (method === 'POST') await isAnswered;
    if (String(address).startsWith('/office/enquiries/one')) return Response.json(row);
    const isInbox = String(address).startsWith('/office/enquiries?');
    return Response.json({ data: isInbox ? [{ ...row, files: 0, notes: 0 }] : [], total: 0 });
  });
  open('/enquiries/one');
  await userEvent.type(await screen.findByLabelText(/^New note/), 'Called');
  await userEvent.click(screen.getByRole('button', { name: 'Save the note' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Save the note' }));
  await userEvent.click(screen.getByRole('link', { name: 'Back to the inbox' }));
  const link = await screen.findByRole('link', { name: 'Ravi' });
  const asked = jest.mocked(fetch).mock.calls.length;
  answer();
  await waitFor(() => expect(jest.mocked(fetch).mock.calls.length).toBeGreaterThan(asked));
  await userEvent.click(link);
  expect(await screen.findByLabelText(/^New note/)).toHaveDisplayValue('');
  await userEvent.type(screen.getByLabelText(/^New note/), 'Called');
  await userEvent.click(screen.getByRole('button', { name: 'Save the note' }));
  // The request that was lost was sent again; the same words afterwards are another note.
  expect([sent[1] === sent[0], sent[2] === sent[0], sent.length]).toEqual([true, false, 3]);
});

test('who went on while an enquiry was erased stays where they are', async () => {
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { method } = {}) => {
    if (method === 'DELETE') await isAnswered;
    if (/enquiries\/(one|two)/.test(String(address))) return Response.json(row);
    const isInbox = String(address).startsWith('/office/enquiries?');
    return Response.json({ data: isInbox ? [{ ...row, id: 'two', files: 0, notes: 0 }] : [], total: 0 });
  });
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  open('/enquiries/one');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete this enquiry' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete this enquiry' }));
  await userEvent.click(screen.getByText('Back to the inbox'));
  await userEvent.click(await screen.findByRole('link', { name: 'Ravi' }));
  await screen.findByText('Back to the inbox');
  const asked = jest.mocked(fetch).mock.calls.length;
  await act(async () => answer());
  await waitFor(() => expect(jest.mocked(fetch).mock.calls.length).toBeGreaterThan(asked));
  expect(screen.getByText('Back to the inbox')).toBeVisible();
});

test('after the last enquiries of the last page are gone, the page before is shown', async () => {
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    const { pathname, searchParams } = new URL(String(address), 'http://office');
    const isThere = pathname === '/office/enquiries' && searchParams.get('page') === '1';
    return Response.json({
      data: isThere ? [{ ...row, files: 0, notes: 0 }] : [],
      total: pathname === '/office/enquiries' ? 25 : 0,
    });
  });
  open('/enquiries?currentPage=2&pageSize=25');
  await screen.findByRole('link', { name: 'Ravi' });
  expect(screen.queryByText(/^No enquiries yet/)).toBeNull();
});

test('who goes through the states by key stays at their field, at suspected spam, too', async () => {
  globalThis.fetch = jest.fn(async () => Response.json({ data: [], total: 0 }));
  open('/enquiries');
  const status = await screen.findByLabelText('Status');
  await userEvent.selectOptions(status, 'Spam');
  await screen.findByRole('heading', { level: 1, name: 'Suspected spam' });
  expect(status).toHaveFocus();
});

test('a list that did not come is not said to be empty', async () => {
  globalThis.fetch = jest.fn(async () => Response.json({ message: 'Down.' }, { status: 400 }));
  open('/enquiries');
  expect(await screen.findByText('Down.')).toBeVisible();
  expect(screen.queryByText('0 enquiries')).toBeNull();
});

test.each(['/enquiries', '/enquiries/one'])(
  'without a line %s says that it is loading, and is there with it',
  async (path) => {
    globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
      const isInbox = String(address).startsWith('/office/enquiries?');
      return Response.json(
        String(address) === '/office/enquiries/one'
          ? row
          : { data: isInbox ? [{ ...row, files: 0, notes: 0 }] : [], total: 0 },
      );
    });
    onlineManager.setOnline(false);
    open(path);
    expect(screen.getByText('Loading …')).toBeVisible();
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByText('Ravi')).toBeVisible();
    expect(screen.queryByText('Loading …')).toBeNull();
  },
);

test('who goes to the inbox from a search in it sees the whole inbox', async () => {
  const asked: (string | null)[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    const { pathname, searchParams } = new URL(String(address), 'http://office');
    if (pathname === '/office/enquiries') asked.push(searchParams.get('q'));
    return Response.json({ data: [], total: 0 });
  });
  open('/enquiries');
  await userEvent.type(await screen.findByLabelText('Search enquiries'), 'apron{Enter}');
  await waitFor(() => expect(asked.at(-1)).toBe('apron'));
  await userEvent.click(screen.getByRole('link', { name: 'All' }));
  await waitFor(() => expect(asked.at(-1)).toBeNull());
  expect(screen.getByLabelText('Search enquiries')).toHaveDisplayValue('');
});

test('a search with signs that addresses use is the same after a look at an enquiry', async () => {
  const search = 'Taj & Co + 100% #1';
  const asked: (string | null)[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    const { pathname, searchParams } = new URL(String(address), 'http://office');
    if (pathname === '/office/enquiries/one') return Response.json(row);
    if (pathname === '/office/enquiries') asked.push(searchParams.get('q'));
    return Response.json({ data: [{ ...row, files: 0, notes: 0 }], total: 1 });
  });
  open('/enquiries');
  await userEvent.type(await screen.findByLabelText('Search enquiries'), `${search}{Enter}`);
  await waitFor(() => expect(asked.at(-1)).toBe(search));
  await userEvent.click(screen.getByRole('link', { name: 'Ravi' }));
  await screen.findByRole('heading', { level: 1, name: 'Ravi' });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByLabelText('Search enquiries')).toHaveDisplayValue(search);
  expect(asked.at(-1)).toBe(search);
});

test('who turns single keys off, as for dictation, goes nowhere by them', async () => {
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    const isInbox = String(address).startsWith('/office/enquiries?');
    return Response.json({ data: isInbox ? [{ ...row, files: 0, notes: 0 }] : [], total: 0 });
  });
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  open('/enquiries');
  const link = await screen.findByRole('link', { name: 'Ravi' });
  for (const isOn of [false, true]) {
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard' }));
    await userEvent.click(screen.getByLabelText('Use these keys in this browser'));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('j');
    expect(document.activeElement === link).toBe(isOn);
  }
});

test('the way back from an enquiry leads to the inbox as it was left, by link and by key', async () => {
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    if (String(address) === '/office/enquiries/one') return Response.json(row);
    return Response.json({ data: [{ ...row, files: 0, notes: 0 }], total: 60 });
  });
  open('/enquiries');
  await userEvent.type(await screen.findByLabelText('Search enquiries'), 'apron{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await screen.findByText(/page 2 of/);
  const ways = [
    () => userEvent.click(screen.getByRole('link', { name: 'Back to the inbox' })),
    () => userEvent.keyboard('u'),
  ];
  for (const goBack of ways) {
    await userEvent.click(await screen.findByRole('link', { name: 'Ravi' }));
    await screen.findByRole('heading', { level: 1, name: 'Ravi' });
    await goBack();
    expect(await screen.findByLabelText('Search enquiries')).toHaveDisplayValue('apron');
    expect(await screen.findByText(/page 2 of/)).toBeVisible();
  }
});

test('a reply to a long subject does not begin with half a sign, which no mail can hold', async () => {
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) =>
    Response.json(
      `${address}`.includes('enquiries/one') ? { ...row, subject: `${'a'.repeat(195)}🙂` } : { data: [], total: 0 },
    ),
  );
  open('/enquiries/one');
  expect(await screen.findByLabelText('Subject')).toHaveProperty('value', `Re: ${'a'.repeat(195)}`);
});

test('a template begins a reply, takes nothing that is typed, and makes way for another one', async () => {
  const refusals: (() => void)[] = [];
  const id = '11111111-1111-4111-8111-111111111111';
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    const [, template] = String(address).match(/template=(\w+)/) ?? [];
    if (template && refusals.length > 0)
      return Response.json({ subject: `Re: ${template}`, text: `${template}, Ravi.` });
    if (template) await new Promise<void>((resolve) => refusals.push(resolve));
    if (template) return Response.json({ message: 'Down.' }, { status: 400 });
    if (String(address) === '/office/enquiries/one') return Response.json({ ...row, id });
    const templates = ['Hello', 'Thanks'].map((name) => ({ id: name, name }));
    return Response.json({ data: String(address).includes('templates') ? templates : [], total: 0 });
  });
  const { unmount } = open('/enquiries/one');
  await userEvent.type(await screen.findByLabelText('Text'), 'On Monday.');
  const begin = async (name: string) => {
    await userEvent.selectOptions(await screen.findByLabelText('Begin with a template'), name);
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveDisplayValue(`${name}, Ravi.\n\nOn Monday.`));
  };
  await userEvent.selectOptions(await screen.findByLabelText('Begin with a template'), 'Hello');
  // A reply that waits for its template is not sent without it.
  expect(screen.getByRole('button', { name: 'Send the reply' })).toBeDisabled();
  refusals[0]?.();
  await screen.findByText('Down.');
  expect(screen.getByLabelText('Begin with a template')).toHaveDisplayValue('None');
  await begin('Hello');
  await begin('Thanks');
  unmount();
  open('/enquiries/one');
  await begin('Hello');
});

test('keys go on below the enquiry that was open, and what was chosen stays chosen behind another page', async () => {
  const people = ['Ravi', 'Meera', 'Bala'].map((name) => ({ ...row, id: name, name, files: 0, notes: 0 }));
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    if (String(address).startsWith('/office/enquiries/')) return Response.json(row);
    const isFirst = String(address).startsWith('/office/enquiries?page=1&');
    return Response.json({ data: isFirst ? people : [], total: 28 });
  });
  open('/enquiries');
  await screen.findByRole('link', { name: 'Meera' });
  await userEvent.keyboard('jj{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Ravi' });
  await userEvent.keyboard('u');
  await screen.findByRole('link', { name: 'Meera' });
  await userEvent.keyboard('jx');
  expect(screen.getByRole('link', { name: 'Bala' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.queryByText('1 enquiry chosen')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await screen.findByText('1 enquiry chosen');
});

test('what is done with several enquiries is done once, however often it is pressed', async () => {
  const answers: (() => void)[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL) => {
    if (String(address) === '/office/enquiries/change') await new Promise<void>((resolve) => answers.push(resolve));
    const isList = String(address).startsWith('/office/enquiries?');
    return Response.json({ data: isList ? [{ ...row, files: 0, notes: 0 }] : [], total: 1, count: 1, left: [] });
  });
  open('/enquiries');
  await userEvent.click(await screen.findByLabelText('Choose Ravi'));
  const lost = screen.getByRole('button', { name: 'Mark as lost' });
  for (const press of [fireEvent.click, fireEvent.click]) press(lost);
  await waitFor(() => expect(answers).not.toHaveLength(0));
  answers[0]?.();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as lost' })).toBeNull());
  expect(answers).toHaveLength(1);
});

test.each([
  ['Remove this note', '/enquiries/one', { notes: [{ id: 'n1', text: 'Called', author: 'Asha', author_id: 'asha' }] }],
  ['Bring this enquiry back', '/enquiries/one', { status: 'spam' }],
  ['Save Ravi', '/templates', { text: 'Forty', updated_at: row.created_at }],
])('"%s" is done once, however slowly the page shows that it is done', async (name, path, shown) => {
  let changes = 0;
  const answers: (() => void)[] = [];
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { method } = {}) => {
    if (method !== 'GET') changes += 1;
    else if (changes > 0) await new Promise<void>((resolve) => answers.push(resolve));
    const [one, isList] = [{ ...row, ...shown }, !String(address).startsWith('/office/enquiries/one')];
    return Response.json(isList ? { data: String(address).includes('templates') ? [one] : [], total: 0 } : one);
  });
  open(path);
  await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(answers).not.toHaveLength(0));
  await userEvent.click(screen.getByRole('button', { name }));
  for (const answer of answers) answer();
  expect(changes).toBe(1);
});
