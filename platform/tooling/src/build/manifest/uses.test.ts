import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usesIn } from './manifest';

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
