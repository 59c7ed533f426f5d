import { randomUUID } from 'node:crypto';
import { ENQUIRY_MAILS } from '../../src/mail/queue';
import { HONEYPOT_FIELD } from '../../wire/forms';
import { sendInspiration } from '../helpers/inspiration';
import { officeOf, somebody } from '../helpers/office';
import { cleanPng, pdf } from '../helpers/pictures';
import { startSite, type TestSite, until } from '../helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
const { call, audit, enquire, tokenOf } = officeOf(() => site);
const list = async (query: string) => (await call('GET', `/enquiries?${query}`)).body;
const namesOf = async (query: string): Promise<string[]> =>
  (await list(query)).data.map(({ name }: { name: string }) => name);
const change = async (id: string, set: object) => {
  const { version } = (await call('GET', `/enquiries/${id}`)).body;
  return call('PATCH', `/enquiries/${id}`, { set, version });
};
const mailTo = (email: string) =>
  until(async () => (await site.outbox()).find((text) => text.includes(`\r\nTo: ${email}\r\n`)));

test('pages, sorts and counts', async () => {
  const tag = 'pagetag';
  for (const name of ['Anbu', 'bala', 'Chitra']) await enquire({ name, message: tag });
  const first = await list(`q=${tag}&sort=name&order=asc&perPage=2`);
  expect([first.total, first.data.map(({ name }: { name: string }) => name)]).toEqual([3, ['Anbu', 'bala']]);
  expect(await namesOf(`q=${tag}&sort=name&order=asc&perPage=2&page=2`)).toEqual(['Chitra']);
  expect(await namesOf(`q=${tag}`)).toEqual(['Chitra', 'bala', 'Anbu']);
  expect(first.data[0]).toMatchObject({
    form: 'contact',
    status: 'new',
    unread: true,
    files: 0,
    notes: 0,
    excerpt: tag,
  });
  expect((await call('GET', '/enquiries?perPage=1000')).status).toBe(400);
  expect((await call('GET', '/enquiries?sort=password')).status).toBe(400);
});

test('counts a long list as far as somebody reads it', async () => {
  await site.database.query(`insert into enquiries (id, submission_key, form, name, email, phone, message)
    select gen_random_uuid(), 'long:' || n, 'modal', 'Long ' || n, 'long@list.example', '1', 'longtag' from generate_series(1, 253) n`);
  const totalOf = async (query: string) => {
    const { total, has_more: hasMore = false } = await list(`q=longtag&${query}`);
    return [total, hasMore];
  };
  expect(await totalOf('page=1')).toEqual([250, true]);
  expect(await totalOf('page=10')).toEqual([250, true]);
  expect(await totalOf('page=11')).toEqual([253, false]);
  expect(await totalOf('page=1&status=won')).toEqual([0, false]);
});

test.each([
  ['சீருடை', 'a word in Tamil'],
  ['சீரு', 'its beginning'],
  ['பள்ளிக்கு சீருடை', 'two words in any order'],
  ['கௌசல்யா', 'a name in Tamil'],
  ['கௌசல்யா'.normalize('NFD'), 'a name that another keyboard wrote'],
  ['98400 55123', 'a phone number'],
  ['9840055123', 'it without a blank'],
  ['+91-98400-55123', 'it with its country'],
  ['098400 55123', 'it with a nought before it'],
  ['984005', 'its beginning'],
  ['0055 1', 'digits from within'],
  ['55123 200', 'numbers that stand apart, as the groups of a number do'],
  ['kaus@weave.example', 'an e-mail address'],
  ['KAUS weave', 'parts of it'],
  ['uniform', 'a word beside punctuation'],
  ['écru', 'a word that was written in capitals'],
  ['ÄRMEL', 'one that was not'],
  ['armel ecru', 'both without their accents'],
])('finds %s, %#', async (q) => {
  const email = 'kaus@weave.example';
  if ((await list(`q=${email}`)).total === 0)
    await enquire({
      email,
      name: 'கௌசல்யா',
      phone: '+91 98400 55123 ext. 70',
      message: 'எங்கள் பள்ளிக்கு சீருடை வேண்டும் — “uniform”, 200. ÉCRU, ärmel.',
    });
  expect((await list(`q=${encodeURIComponent(q)}`)).data.map((row: { email: string }) => row.email)).toEqual([email]);
});

test.each(["'; drop table enquiries --", 'a:*|b', '!!!', '\\', "o'neil & co", '((('])(
  'the query %s harms nothing',
  async (q) => {
    expect((await call('GET', `/enquiries?q=${encodeURIComponent(q)}`)).status).toBe(200);
  },
);

test('a word of 5000 letters is kept', async () => {
  const id = await enquire({ message: 'w'.repeat(5000) });
  expect((await call('GET', `/enquiries/${id}`)).body.message).toHaveLength(5000);
});

test('one is opened, taken, noted on, answered and closed', async () => {
  const id = await enquire({ email: 'asha@mill.example', name: 'Asha', phone: '+91 98400 77001 x 12' });
  const earlier = await enquire({ email: 'ASHA@mill.example', subject: 'Earlier' });
  const called = await enquire({ phone: '098400-77001', subject: 'Called' });
  expect((await change(id, { unread: false, assignee: 'desk' })).body).toMatchObject({
    unread: false,
    assignee: 'desk',
    status: 'new',
    others: {
      enquiries: [
        { id: called, subject: 'Called', status: 'new' },
        { id: earlier, subject: 'Earlier', status: 'new' },
      ],
      enrolments: [],
    },
  });
  const written = { id: randomUUID(), text: 'Called, <b>calls back</b>.' };
  const note = { ...written, created_at: expect.stringMatching(/Z$/), author: 'Asha (desk)', author_id: 'desk' };
  // A repeated request, as after a lost response, is the same note.
  for (const _twice of [1, 2]) expect((await call('POST', `/enquiries/${id}/notes`, written)).body).toEqual(note);
  expect((await call('GET', `/enquiries/${id}`)).body.notes).toEqual([note]);
  expect((await list('q=98400-77001')).data.map((row: { notes: number }) => row.notes)).toEqual([0, 1]);
  const reply = { id: randomUUID(), subject: 'Your aprons', text: 'Dear Asha,\nforty it is.' };
  for (const _twice of [1, 2]) {
    const { body } = await call('POST', `/enquiries/${id}/replies`, reply);
    expect(body).toMatchObject({
      status: 'answered',
      replies: [{ ...reply, author: 'Asha (desk)', to: 'asha@mill.example' }],
    });
  }
  const changed = await call('POST', `/enquiries/${id}/replies`, { ...reply, text: 'Fifty, then.' });
  expect([changed.status, changed.body.message]).toEqual([409, expect.stringContaining('was sent already')]);
  const mail = await mailTo('asha@mill.example');
  expect(mail).toMatch(/^From: "?Nool & Needle"? <hello@noolandneedle\.example>/m);
  expect(mail).toContain('Subject: Your aprons');
  expect(mail).not.toContain('Auto-Submitted');
  await until(async () => (await call('GET', `/enquiries/${id}`)).body.replies[0].mail === 'sent');
  expect((await site.outbox()).filter((text) => text.includes('Subject: Your aprons'))).toHaveLength(1);
  expect((await change(id, { status: 'won' })).body.status).toBe('won');
  expect((await list('status=won')).data.map((row: { id: string }) => row.id)).toContain(id);
  expect((await call('DELETE', `/enquiries/${id}/notes/${note.id}`, undefined, somebody('owner'))).status).toBe(404);
  expect((await call('DELETE', `/enquiries/${id}/notes/${note.id}`)).status).toBe(200);
  expect(await audit(id)).toEqual(
    expect.arrayContaining(['desk: open', 'desk: note', 'desk: reply', 'desk: change', 'desk: remove note']),
  );
});

test('of two who answer one enquiry the second learns of the first, and writes all the same if they want to', async () => {
  const id = await enquire({ email: 'two@mill.example' });
  const { version } = (await call('GET', `/enquiries/${id}`)).body;
  const reply = { id: randomUUID(), subject: 'Your aprons', text: 'On Monday.', version };
  const answer = (body: object, who: 'desk' | 'owner') => call('POST', `/enquiries/${id}/replies`, body, somebody(who));
  // A retry after a lost response is not a second reply.
  for (const _twice of [1, 2]) expect((await answer(reply, 'owner')).status).toBe(200);
  const second = { ...reply, id: randomUUID(), text: 'On Tuesday.' };
  const refused = await answer(second, 'desk');
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^Asha \(owner\) changed this on .* It is “answered” now.* You want: send this reply\./),
  ]);
  const seen = (await call('GET', `/enquiries/${id}`)).body;
  expect(seen.replies).toMatchObject([{ text: 'On Monday.' }]);
  const { body } = await answer({ ...second, version: seen.version }, 'desk');
  // The version is stale, though the status stayed “answered”.
  expect((await answer({ ...reply, id: randomUUID(), version: seen.version }, 'owner')).status).toBe(409);
  expect(body.replies.map(({ text }: { text: string }) => text)).toEqual(['On Monday.', 'On Tuesday.']);
});

test('one visit to an enquiry is one line of the audit, however often its screen asks for it again', async () => {
  const id = await enquire();
  for (const caller of ['desk', 'desk', 'owner', 'desk'] as const)
    await call('GET', `/enquiries/${id}`, undefined, somebody(caller));
  expect(await audit(id)).toEqual(['owner: open', 'desk: open']);
  // Later, and after a clock that was a day ahead is set back.
  for (const by of ['- 20 minutes', '1 day']) {
    await site.database.query('alter table office_audit disable trigger office_audit_only_grows');
    await site.database.query('update office_audit set at = at + $2::interval where record = $1', [id, by]);
    await site.database.query('alter table office_audit enable trigger office_audit_only_grows');
    await call('GET', `/enquiries/${id}`);
  }
  expect(await audit(id)).toEqual(['desk: open', 'desk: open', 'owner: open', 'desk: open']);
});

test.each([
  ['a subject of two lines', { subject: 'Hello\r\nBcc: all@x.example', text: 'x' }],
  ['no text', { subject: 'Hello', text: '   ' }],
])('a reply with %s is refused', async (_what, reply) => {
  const id = await enquire();
  expect((await call('POST', `/enquiries/${id}/replies`, { id: randomUUID(), ...reply })).status).toBe(422);
});

test('a template is filled in, and what a visitor typed is not read as one', async () => {
  const id = await enquire({ name: '{me} {company}', subject: 'Aprons' });
  const template = { name: 'Price list', subject: 'Re: {subject}', text: 'Dear {name},\n{me}, {company} {unknown}' };
  const { body } = await call('POST', '/reply-templates', template);
  expect((await call('POST', '/reply-templates', template)).status).toBe(409);
  expect((await call('GET', `/enquiries/${id}/draft?template=${body.id}`)).body).toEqual({
    subject: 'Re: Aprons',
    text: 'Dear {me} {company},\nAsha (desk), Nool & Needle {unknown}',
  });
  const change = (read: { updated_at: string }, text: string) =>
    call('PUT', `/reply-templates/${body.id}`, { ...template, updated_at: read.updated_at, text });
  const changed = await change(body, 'Hello {name}');
  expect(changed.body.text).toBe('Hello {name}');
  const second = await change(body, 'Dear friend');
  expect([second.status, second.body.message]).toEqual([409, expect.stringMatching(/^Somebody else .* copy it, load/)]);
  expect((await change(changed.body, 'Dear friend')).body.text).toBe('Dear friend');
  expect((await call('DELETE', `/reply-templates/${body.id}`)).status).toBe(200);
  expect((await call('GET', `/enquiries/${id}/draft?template=${body.id}`)).status).toBe(404);
  expect(await audit(body.id)).toEqual([
    'desk: remove template',
    'desk: change template',
    'desk: change template',
    'desk: add template',
  ]);
});

test('spam is apart with its reason, comes back with its mail, and is erased with every mail about it', async () => {
  const email = 'trap@x.example';
  const id = await enquire({ email, [HONEYPOT_FIELD]: 'x' });
  expect((await list(`q=${email}`)).total).toBe(0);
  expect((await list(`q=${email}&status=spam`)).data).toMatchObject([
    { id, status: 'spam', signals: ['hidden-field'] },
  ]);
  await until(async () => (await site.outbox()).some((text) => text.includes('Subject: [suspect]')));
  expect((await change(id, { status: 'new' })).body.status).toBe('new');
  await until(async () =>
    (await site.outbox()).some((text) => text.includes(`Reply-To: ${email}`) && text.includes('Subject: Contact page')),
  );
  expect((await change(id, { status: 'spam' })).body).toMatchObject({
    status: 'spam',
    signals: ['hidden-field', 'by-hand'],
  });

  await call('POST', `/enquiries/${id}/replies`, { id: randomUUID(), subject: 'No, thank you', text: 'Not now.' });
  const kinds = async () => {
    const rows = await site.database.query<{ key: string }>(
      'select submission_key as key from mails where email = $1',
      [email],
    );
    return rows.map(({ key }) => key.replace(/(id:|auto:)?[\w-]+$/, '')).sort();
  };
  expect(await kinds()).toEqual(Object.values(ENQUIRY_MAILS).sort());
  const { version } = (await call('GET', `/enquiries/${id}`)).body;
  await call('DELETE', `/enquiries/${id}?version=${encodeURIComponent(version)}`);
  expect(await kinds()).toEqual([]);
});

interface Version {
  id: string;
  version: string;
}

test('of many at once, those that somebody changed meanwhile stay, and are named with what they are now', async () => {
  for (const name of ['Anbu', 'Bala', 'Chitra']) await enquire({ name, message: 'togethertag' });
  const enquiries = (await list('q=togethertag&sort=name&order=asc')).data.map(({ id, version }: Version) => ({
    id,
    version,
  }));
  const [anbu, bala] = enquiries;
  await change(bala.id, { status: 'won', assignee: 'owner' });
  const { body } = await call('POST', '/enquiries/change', { enquiries, set: { status: 'lost' } });
  const now = (await call('GET', `/enquiries/${bala.id}`)).body;
  expect(body).toEqual({
    count: 2,
    left: [
      {
        id: bala.id,
        name: 'Bala',
        email: now.email,
        status: 'won',
        assignee: 'owner',
        version: now.version,
        by: 'Asha (desk)',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  });
  expect((await list('q=togethertag&status=lost')).total).toBe(2);
  expect(await audit(anbu.id)).toEqual(['desk: change']);
  // A repeat with the new versions succeeds. Marking as read needs no current version.
  const again = await call('POST', '/enquiries/change', { enquiries: body.left, set: { status: 'lost' } });
  expect(again.body).toEqual({ count: 1, left: [] });
  expect((await call('POST', '/enquiries/change', { enquiries, set: { unread: false } })).body.count).toBe(3);
});

test('many at once', async () => {
  const ids = [await enquire({ message: 'bulktag' }), await enquire({ message: 'bulktag' })];
  const enquiries = (await list('q=bulktag')).data.map(({ id, version }: Version) => ({ id, version }));
  const changed = await call('POST', '/enquiries/change', { enquiries, set: { status: 'lost' } });
  expect(changed.body).toEqual({ count: 2, left: [] });
  expect((await call('POST', '/enquiries/change', { enquiries, set: {} })).status).toBe(422);
  expect((await call('POST', '/enquiries/delete', { enquiries })).body).toMatchObject({ count: 0, left: [{}, {}] });
  const now = (await list('q=bulktag&status=lost')).data.map(({ id, version }: Version) => ({ id, version }));
  const erased = { enquiries: [...now, { id: randomUUID(), version: 'new' }] };
  expect((await call('POST', '/enquiries/delete', erased)).body).toEqual({ count: 2, left: [] });
  expect((await call('GET', `/enquiries/${ids[0]}`)).status).toBe(404);
  expect(await audit(ids[0] ?? '')).toEqual(['desk: delete', 'desk: change']);
});

const inspire = async (file: Buffer, name: string, type: string): Promise<string> => {
  const email = `${randomUUID()}@x.example`;
  await sendInspiration(site.url, { fields: { email }, file, name, type });
  return (await list(`q=${email}`)).data[0].id;
};

test.each([
  ['idea".png', cleanPng, 'image/png', 'inline'],
  ['<script>.pdf', pdf, 'application/pdf', 'attachment'],
] as const)('the file %s is seen safely, and erased with its enquiry', async (name, bytes, type, kind) => {
  const id = await inspire(bytes, name, type);
  expect((await list('form=studio')).data[0]).toMatchObject({ id, files: 1 });
  const [file] = (await call('GET', `/enquiries/${id}`)).body.files;
  const { headers } = await call('GET', `/enquiries/${id}/files/${file.id}`);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^${kind}; filename="[\\w.-]+"; filename\\*=UTF-8''[\\w.%-]+$`),
  );
  expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
    "default-src 'none'; sandbox",
    'nosniff',
  ]);
  expect(await audit(id)).toContain('desk: open file');
  // Nothing is shown that the audit cannot record.
  await site.database.query("alter table office_audit add constraint refused check (action <> 'open file') not valid");
  expect((await call('GET', `/enquiries/${id}/files/${file.id}`)).status).toBe(500);
  await site.database.query('alter table office_audit drop constraint refused');
  expect((await call('GET', `/enquiries/${randomUUID()}/files/${file.id}`)).status).toBe(404);
  await call('DELETE', `/enquiries/${id}?version=new`);
  expect((await call('GET', `/enquiries/${id}/files/${file.id}`)).status).toBe(404);
});

test('the export is a spreadsheet that runs nothing', async () => {
  const id = await enquire({ name: '=HYPERLINK("https://evil.example")', message: 'exporttag' });
  await change(id, { assignee: 'desk' });
  const { body, headers } = await call('GET', '/exports/enquiries.csv?q=exporttag');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(body.trim().split('\r\n')).toHaveLength(2);
  const { data } = (await call('GET', '/audit?area=inbox&perPage=1', undefined, somebody('owner'))).body;
  // What was searched for may be a name.
  expect(data).toMatchObject([{ actor_id: 'desk', action: 'export', detail: {} }]);
  expect(JSON.stringify(data)).not.toContain('exporttag');
  // The export names people, because an id means nothing to its reader.
  expect(body).toContain('"Asha (desk)"');
});

test('the export of a long list has each enquiry once, also of many that came at one moment', async () => {
  await site.database.query(`insert into enquiries (id, submission_key, form, name, email, phone, message)
    select gen_random_uuid(), 'many:' || gen_random_uuid(), 'modal', 'Many ' || n, 'many@list.example', '1', 'manytag' from generate_series(1, 1201) n`);
  const headers = { 'office-caller': await tokenOf(somebody('desk')) };
  const answer = await fetch(`${site.privateUrl}/office/exports/enquiries.csv?q=manytag`, { headers });
  let text = '';
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > 1_000_000) break;
  }
  expect(text.length).toBeLessThan(1_000_000);
  const ids = text.match(/^"[0-9a-f-]{36}"/gm) ?? [];
  expect([ids.length, new Set(ids).size]).toEqual([1201, 1201]);
});

test('what somebody changed meanwhile is not erased, and the second sees who changed it', async () => {
  const id = await enquire({ name: 'Kept', message: 'erasetag' });
  const { version } = (await call('GET', `/enquiries/${id}`)).body;
  await change(id, { status: 'won' });
  const many = await call('POST', '/enquiries/delete', { enquiries: [{ id, version }] });
  expect(many.body).toEqual({
    count: 0,
    left: [expect.objectContaining({ id, status: 'won', by: 'Asha (desk)', at: expect.stringMatching(/Z$/) })],
  });
  const one = await call('DELETE', `/enquiries/${id}?version=${encodeURIComponent(version)}`);
  expect([one.status, one.body.current]).toEqual([409, { status: 'won', assignee: null }]);
  expect(one.body.message).toMatch(/^Asha \(desk\) changed this on .*You want: erase it\./);
  expect((await call('DELETE', `/enquiries/${id}`)).status).toBe(400);
  const again = await call('DELETE', `/enquiries/${id}?version=${encodeURIComponent(many.body.left[0].version)}`);
  expect(again.body).toEqual({ count: 1 });
  expect(await audit(id)).toEqual(expect.arrayContaining(['desk: delete', 'desk: change']));
});

test('a new enquiry is reported within two seconds', async () => {
  const headers = { 'office-caller': await tokenOf(somebody('desk')) };
  const answer = await fetch(`${site.privateUrl}/office/news/follow`, { headers });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const before = JSON.parse((await reader?.read())?.value?.slice('data: '.length) ?? '');
  const sent = Date.now();
  await enquire();
  let after = before;
  while (after.enquiry === before.enquiry) {
    const text = (await reader?.read())?.value ?? '';
    if (text.startsWith('data: ')) after = JSON.parse(text.slice('data: '.length));
  }
  expect(Date.now() - sent).toBeLessThan(2000);
  expect(after.unread).toBe(before.unread + 1);
  await reader?.cancel();
});

test('who begins to follow while the database is away is told so, and asks again', async () => {
  const headers = { 'office-caller': await tokenOf(somebody('desk')) };
  const follow = () => fetch(`${site.privateUrl}/office/news/follow`, { headers, signal: AbortSignal.timeout(10_000) });
  await site.database.query('alter table enrolments rename to enrolments_away');
  try {
    expect((await follow()).status).toBe(500);
  } finally {
    await site.database.query('alter table enrolments_away rename to enrolments');
  }
  const answer = await follow();
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
});

test('of two people who change an enquiry, the second sees what the first has done, and may do it again', async () => {
  await enquire({ name: 'Versions', message: 'versiontag' });
  const [{ id }] = (await list('q=versiontag')).data;
  const { version } = (await call('GET', `/enquiries/${id}`)).body;
  const set = (status: string, of: string) => call('PATCH', `/enquiries/${id}`, { set: { status }, version: of });
  expect((await set('won', version)).status).toBe(200);
  const second = await set('lost', version);
  expect([second.status, second.body.current]).toEqual([409, { status: 'won', assignee: null }]);
  expect(second.body.message).toMatch(/^Asha \(desk\) changed this on \d+ .*\. It is “won” now.*You want: lost/);
  expect((await call('PATCH', `/enquiries/${id}`, { set: { unread: true }, version })).status).toBe(200);
  const now = (await call('GET', `/enquiries/${id}`)).body;
  expect(now.status).toBe('won');
  expect((await set('lost', now.version)).body.status).toBe('lost');
  expect((await call('PATCH', `/enquiries/${id}`, { set: { assignee: 'desk' }, version })).status).toBe(409);
});

test.each(['/enquiries', '/posts', '/enrolments'])('a NUL in a search of %s is refused in words', async (list) => {
  const { status, body } = await call('GET', `${list}?q=%00`, undefined, somebody('owner'));
  expect([status, body.message]).toEqual([400, expect.stringContaining('Nothing can be found')]);
});

test('a NUL elsewhere is a fault of what was sent, not of ours', async () => {
  const { status, body } = await call('GET', '/enquiries?assignee=a%00b', undefined, somebody('owner'));
  expect([status, body.message]).toEqual([400, expect.stringContaining('could not be read')]);
});
