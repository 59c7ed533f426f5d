import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportsOf, usesIn } from './manifest';

test('fragments that sources place and events that they subscribe to are found, those of tests are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'uses-'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('Page.tsx', 'export const Page = () => <RemoteFragment of="mf-new" name={"teaser"} props={{ a: 1 }} />;');
  write('Other.tsx', 'export const Other = (of: string) => <RemoteFragment of={of} name="teaser" />;');
  write('cart.ts', "shell.events.subscribe('checkout:cart-changed', () => {}); store.subscribe(() => {});");
  write('Page.test.tsx', '<RemoteFragment of="mf-new" name="tested" />;');
  expect(usesIn(folder)).toEqual({ fragments: ['mf-new/teaser'], events: ['checkout:cart-changed'] });
  rmSync(folder, { recursive: true });
});

test('a source that lacks what it is there for declares not nothing, but fails its build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'exports-'));
  const events = () => exportsOf<{ events: object }>({ name: 'mf-new' }, 'events.ts', 'events', folder);
  expect(await events()).toEqual({});
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'events.ts'), 'export const facts = {};');
  await expect(events()).rejects.toThrow('mf-new/src/events.ts exports no events.');
  rmSync(folder, { recursive: true });
});
