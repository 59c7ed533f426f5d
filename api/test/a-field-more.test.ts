import { runCli } from './helpers/cli';
import { officeOf } from './helpers/office';
import { startSite, type TestSite, until } from './helpers/site';

// The promises of "Add a field to a form" and "Add a form": lines in the declaration, and no other change.
jest.mock('../wire/forms', () => {
  const actual = jest.requireActual<typeof import('../wire/forms')>('../wire/forms');
  const { home } = actual.FORMS;
  const text = { kind: 'text', maxLength: 120 };
  const mill = { ...text, name: 'mill', label: 'Your mill', noun: 'mill' };
  const delivery = { ...text, name: 'delivery', label: 'Delivery to', noun: 'place', optional: true };
  // The studio's form uses the name `number` for its phone.
  const number = { ...text, name: 'number', label: 'How many people', noun: 'number of people', optional: true };
  // A form without `mail`: the API mails it.
  const supplier = {
    ...home,
    title: 'Supplier',
    path: '/save_supplier.php',
    fields: actual.ENROLMENT_FIELDS,
    mail: undefined,
  };
  const more = { ...home, fields: [...home.fields, mill, delivery, number] };
  return {
    ...actual,
    FORMS: { ...actual.FORMS, home: more, supplier },
    FORM_NAMES: [...actual.FORM_NAMES, 'supplier'],
  };
});

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
const { call } = officeOf(() => site);

const HOME = {
  fname: 'Meena',
  lname: 'Raman',
  email: 'meena@mill.example',
  phone: '98400 00000',
  message: 'Forty sets.',
  mill: 'Quilon Cashew Works',
};
const post = (fields: Record<string, string>) =>
  fetch(`${site.url}/save_home_form.php`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { accept: 'text/html' },
  });

test('a field that is declared is checked, kept, mailed, found, shown and exported', async () => {
  const { mill: _, ...without } = HOME;
  const refused = await post({ ...without, delivery: 'Kollam' });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain('Please enter your mill.');
  expect(page).toContain('name="delivery" maxlength="120" value="Kollam"');

  expect((await post({ ...HOME, delivery: 'Kollam', number: '12' })).status).toBe(303);
  const mail = await until(async () => (await site.outbox()).find((text) => text.includes(HOME.email)));
  expect(mail).toContain('Your mill: Quilon');

  const { data } = (await call('GET', '/enquiries?q=cashew+kollam')).body;
  expect(data).toMatchObject([{ email: HOME.email, phone: HOME.phone }]);
  expect((await call('GET', `/enquiries/${data[0].id}`)).body.answers).toEqual([
    { label: 'Your mill', value: 'Quilon Cashew Works' },
    { label: 'Delivery to', value: 'Kollam' },
    { label: 'How many people', value: '12' },
  ]);
  const csv: string = (await call('GET', '/exports/enquiries.csv?q=cashew')).body;
  expect(csv).toContain('"mill","delivery","number"');
  expect(csv).toContain('"Quilon Cashew Works","Kollam","12"');
  expect((await runCli(site, 'leads', 'export')).stdout).toContain('"Quilon Cashew Works","Kollam","12"');
  expect((await runCli(site, 'leads', 'show', data[0].id)).stdout).toContain('Delivery to: Kollam');
});

test('one that may be left empty is', async () => {
  expect((await post({ ...HOME, email: 'short@mill.example', message: 'Ten more.' })).status).toBe(303);
  const { data } = (await call('GET', '/enquiries?q=short@mill.example')).body;
  expect((await call('GET', `/enquiries/${data[0].id}`)).body.answers).toEqual([
    { label: 'Your mill', value: 'Quilon Cashew Works' },
  ]);
});

test('a form that is declared is kept and mailed, and given back with its problems', async () => {
  const send = (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { accept: 'text/html' };
    return fetch(`${site.url}/save_supplier.php`, { method: 'POST', body, headers, redirect: 'manual' });
  };
  const supplier = { name: 'Weaver', email: 'weaver@loom.example', phone: '98400 00001' };
  const refused = await send({ ...supplier, name: '' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('action="save_supplier.php" enctype="multipart/form-data"');
  expect((await send(supplier)).status).toBe(303);
  expect(await until(async () => (await site.outbox()).find((text) => text.includes(supplier.email)))).toContain(
    'Subject: Supplier from Weaver',
  );
  expect((await call('GET', '/enquiries?q=weaver')).body.data).toMatchObject([{ form: 'supplier' }]);
});
