import { SMTPServer } from 'smtp-server';
import { freePort } from '../run/spawn';
import { siteDefinition } from '../site/definition';
import { serviceArguments } from '../start/services';
import type { ServiceList } from './service-list';

/* What stands in for outside services while production runs on one machine. */

export const BUCKET = 'site';

/** What the AWS SDK and the stores need to reach the S3 of the cluster. */
export const s3Settings = (endpoint: string): Record<string, string> => ({
  S3_ENDPOINT: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'cluster',
  AWS_SECRET_ACCESS_KEY: 'cluster',
  RELEASES_URL: `s3://${BUCKET}/releases`,
  PRIVATE_STORE_URL: `s3://${BUCKET}/private`,
  UPLOADS_URL: `s3://${BUCKET}/uploads`,
});

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

interface StandIn {
  name: string;
  origin: string;
  /** Shared with the servers; a change is seen by those that are restarted. */
  keys: Record<string, string>;
  serverSettings: Record<string, string>;
}

/** Starts what the site's definition has in place of an outside service; undefined where it has nothing. */
export async function startStandIn(services: ServiceList, apiOrigin: string): Promise<StandIn | undefined> {
  const { trial, services: known = [] } = await siteDefinition();
  if (!trial) return undefined;
  const service = known.find(({ name }) => name === trial.standIn);
  if (!service) throw new Error(`The site has no service "${trial.standIn}".`);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const keys = trial.keys();
  await services.start({
    name: service.name,
    args: await serviceArguments(service.name),
    env: () => ({
      ...keys,
      NODE_ENV: '',
      [service.port.variable]: String(port),
      API_ORIGIN: apiOrigin,
    }),
    health: `${origin}/healthz`,
  });
  return { name: service.name, origin, keys, serverSettings: trial.serverSettings(port) };
}
