import fs from 'node:fs';
import { jsonLog } from './log';

test('a line names one app: that of its subject, else the composer', () => {
  let written = '';
  const write = jest.spyOn(fs, 'write').mockImplementation(((_file: number, text: string, ...more: unknown[]) => {
    written += text;
    (more.at(-1) as (error: null, bytes: number) => void)(null, Buffer.byteLength(text));
  }) as unknown as typeof fs.write);
  const log = jsonLog('info');
  log('info', 'listening', { port: 3000 });
  log('error', 'guest ended', { app: 'mf-blog', version: '1.0.0' });
  write.mockRestore();
  expect(written.match(/"app":"[^"]*"|\n/g)).toEqual(['"app":"composer"', '\n', '"app":"mf-blog"', '\n']);
});
