import { Refine } from '@refinedev/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StaffContext } from '@wholepage/staff-kit/browser/staff';
import { MemoryRouter, Route, Routes } from 'react-router';
import { dataProvider } from '../../data/provider';
import { SiteContext } from '../../data/site';
import { EMPTY, PostScreen, slugOf } from './blog';

// Custom elements in a module format that Jest cannot load; the test does not need them.
jest.mock('@github/markdown-toolbar-element', () => ({}));

const staff = {
  me: {
    session: 's',
    person: { id: 'asha', name: 'Asha', rights: ['writer'] },
    endsAt: '2026-05-31T09:30:00Z',
    asksAgainBy: 'passkey' as const,
  },
  service: { rights: {}, Table: () => null, linkCommand: '' },
};
const site = { siteOrigin: 'https://site.example', timeZone: 'Asia/Kolkata' };
const post = { ...EMPTY, id: 7, title: 'Linen', slug: 'linen', publish_at: '2026-05-31T09:30', markdown: 'Salt.' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        <StaffContext value={staff}>
          <SiteContext value={site}>
            <Routes>
              <Route path="/posts/:id" element={<PostScreen />} />
            </Routes>
          </SiteContext>
        </StaffContext>
      </Refine>
    </MemoryRouter>,
  );

test('what is typed while a cover is on its way stays when the cover is there', async () => {
  let arrive: (answer: Response) => void = () => undefined;
  globalThis.fetch = jest.fn(
    () =>
      new Promise<Response>((resolve) => {
        arrive = resolve;
      }),
  );
  open('/posts/new');
  await userEvent.upload(screen.getByLabelText('Cover'), new File(['x'], 'sea.png', { type: 'image/png' }));
  await userEvent.type(screen.getByLabelText('Text'), 'Salt and linen.');
  const title = screen.getAllByLabelText('Title')[0] as HTMLElement;
  fireEvent.change(title, { target: { value: 'Linen\vat\tsea' } });
  expect(title).toHaveDisplayValue('Linen at sea');
  // A post saved before the upload ends would have no cover.
  const saves = ['Publish', 'Save the draft'].map((name) => screen.getByRole('button', { name }));
  expect(saves).toEqual(saves.map(() => expect.objectContaining({ disabled: true })));
  expect(screen.getByRole('status').textContent).toBe(
    'The cover is on its way. The post can be saved when it is here.',
  );
  arrive(Response.json({ path: '/pictures/sea.webp' }));
  await screen.findByAltText('The cover as it is now');
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Salt and linen.');
  expect(saves).toEqual(saves.map(() => expect.objectContaining({ disabled: false })));
});

test('the same cover can be chosen again after it did not arrive', async () => {
  globalThis.fetch = jest.fn(async () => Response.json({ message: 'Down.' }, { status: 503 }));
  open('/posts/new');
  const cover = screen.getByLabelText('Cover');
  await userEvent.upload(cover, new File(['x'], 'sea.png', { type: 'image/png' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Down.');
  // Browsers fire no `change` for the file that the field holds already.
  expect(cover).toHaveProperty('value', '');
});

test('a picture joins the text where it is dropped, wherever somebody typed before', async () => {
  globalThis.fetch = jest.fn(async () => Response.json({ path: '/pictures/sea.webp' }));
  open('/posts/new');
  const text = screen.getByLabelText('Text') as HTMLTextAreaElement;
  await userEvent.type(text, 'Salt.Linen.');
  // Stands in for the browsers' `insertText`, which can be undone.
  document.execCommand = (_command, _ui, typed = '') => {
    expect(document.activeElement).toBe(text);
    text.setRangeText(typed);
    return fireEvent.input(text);
  };
  document.caretPositionFromPoint = () => ({ offsetNode: text, offset: 5, getClientRect: () => null });
  const dropped = ['sea.png', 'sky.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  fireEvent.drop(text, { dataTransfer: { files: dropped } });
  await userEvent.type(await screen.findByLabelText('What the picture shows'), 'The sea{Enter}');
  await waitFor(() => expect(text).toHaveDisplayValue('Salt.\n\n![The sea](/pictures/sea.webp)\n\nLinen.'));
  // Each of several pictures is asked about in turn.
  expect(screen.getByText('sky.png')).not.toBeNull();
  expect(screen.getByLabelText('What the picture shows')).toHaveProperty('value', '');
  fireEvent(screen.getByRole('dialog'), new Event('close'));
  // A spreadsheet copies its cells as text, as HTML, and as a picture of them.
  const files = [new File(['x'], 'image.png', { type: 'image/png' })];
  fireEvent.paste(text, { clipboardData: { types: ['text/plain', 'text/html', 'Files'], files } });
  expect(screen.queryByRole('dialog')).toBeNull();
  // The field cuts nothing off: a post that is too long is refused when it is saved.
  await userEvent.clear(text);
  await userEvent.paste('x'.repeat(200_001));
  expect(text.value).toHaveLength(200_001);
});

test('who saves a post goes on where they were in its text', async () => {
  let saved = { ...post, version: 1 };
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { method, body } = {}) => {
    if (method === 'PUT') saved = { ...saved, ...JSON.parse(String(body)), version: 2 };
    return Response.json(String(address).endsWith('/revisions') ? { data: [], total: 0 } : saved);
  });
  open('/posts/7');
  const text = (await screen.findByLabelText('Text')) as HTMLTextAreaElement;
  await userEvent.type(text, 'Sea ', { initialSelectionStart: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(text).not.toBeInTheDocument());
  expect(await screen.findByLabelText('Text')).toMatchObject({
    value: 'Sea Salt.',
    selectionStart: 4,
    selectionEnd: 4,
  });
});

test('an address that is taken is said so, and leads to no version of somebody else', async () => {
  globalThis.fetch = jest.fn(async () => Response.json({ message: 'Choose another.' }, { status: 409 }));
  open('/posts/new');
  await userEvent.type(screen.getAllByLabelText('Title')[0] as HTMLElement, 'Linen');
  await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Choose another.');
  expect(screen.queryByRole('button', { name: /^Open their version/ })).toBeNull();
});

test('a save that somebody else came before says so until their version is opened', async () => {
  let version = 1;
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { method } = {}) => {
    if (method === 'PUT') {
      version = 2;
      return Response.json({ message: 'Meera changed this.', code: 'changed' }, { status: 409 });
    }
    return Response.json(String(address).endsWith('/revisions') ? { data: [], total: 0 } : { ...post, version });
  });
  open('/posts/7');
  await userEvent.type(await screen.findByLabelText('Author'), 'Asha');
  await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Meera changed this.');
  const reads = () => jest.mocked(fetch).mock.calls.filter(([address]) => String(address).endsWith('/posts/7')).length;
  expect(reads()).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'Open their version, and keep what I typed' }));
  await screen.findByRole('button', { name: 'Lay my changes over this version' });
  expect(reads()).toBe(3);
});

test.each([
  ['Linen at sea!', 'linen-at-sea'],
  ['  Café & crème  ', 'cafe-creme'],
  ['சீருடை', ''],
  ['x'.repeat(200), 'x'.repeat(120)],
])('%s', (title, slug) => expect(slugOf(title)).toBe(slug));
