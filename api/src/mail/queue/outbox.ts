import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { MailTransport } from '../smtp/transport';

/**
 * Writes each message to `{folder}/{id}.eml`. The name is the queue's id, and the file appears whole. So a delivery
 * that was cut off by a crash and tried again leaves one file.
 */
export function outboxTransport(folder: string): MailTransport {
  const builder = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    deliver: async (id, message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const built = await builder.sendMail(message);
      const target = path.join(folder, `${id}.eml`);
      const draft = await open(`${target}.part`, 'w', 0o600);
      try {
        await draft.writeFile(built.message as Buffer);
        await draft.sync();
      } finally {
        await draft.close();
      }
      await rename(`${target}.part`, target);
    },
    close: () => builder.close(),
  };
}
