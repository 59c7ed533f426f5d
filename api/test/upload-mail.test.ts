import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCli } from './helpers/cli';
import { cleanPng } from './helpers/pictures';
import { startSite, until } from './helpers/site';

/** Soft line breaks and encoded characters of quoted-printable. */
const decoded = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

const mailOfUpload = async (env: Record<string, string>) => {
  const site = await startSite(env);
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: 'Ravi', number: '98400 01973', email: 'ravi@x.example' }))
    body.append(name, value);
  body.append('inspirations[]', new Blob([new Uint8Array(cleanPng)], { type: 'image/png' }), 'idea.png');
  await fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body, headers: { accept: 'application/json' } });
  const mail = decoded(await until(async () => (await site.outbox())[0]));
  const [enquiry] = await site.database.query<{ id: string }>('select id from enquiries');
  return { site, mail, id: enquiry?.id ?? '' };
};

test('the mail of an upload links to the office', async () => {
  const { site, mail, id } = await mailOfUpload({ OFFICE_ORIGIN: 'https://office.example.com/' });
  const link = `https://office.example.com/enquiries/${id}`;
  expect(mail).toContain(`Open it: ${link}`);
  expect(mail).toContain(`<a href="${link}">`);
  await site.stop();
});

test('without an office it says how to get the file, and that works', async () => {
  const { site, mail } = await mailOfUpload({});
  expect(mail).toContain('File: idea.png (image/png');
  const words = /Open it: npm run api -- (leads show \w+ --files) FOLDER/.exec(mail)?.[1]?.split(' ') ?? [];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'api-upload-mail-'));
  expect(await runCli(site, ...words, folder)).toMatchObject({ code: 0 });
  expect(await readdir(folder)).toHaveLength(1);
  await rm(folder, { recursive: true });
  await site.stop();
});
