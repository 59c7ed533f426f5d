import { SMTPServer } from 'smtp-server';

const MESSAGE_ID = /^message-id:\s*<([^>]+)>/im;

/** A mail server that keeps of each mail its Message-ID, and nothing else. */
export interface MailReceiver {
  /** Message-IDs in the order of their arrival; one that came twice stands there twice. */
  received: string[];
  close(): Promise<void>;
}

export async function receiveMails(port: number): Promise<MailReceiver> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        received.push(MESSAGE_ID.exec(text)?.[1] ?? '');
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { received, close: () => new Promise((resolve) => server.close(resolve)) };
}
