import type { Db } from '../db/database';
import type { MailAddresses } from './message';
import type { MailTransport } from './transport';

export interface DeliveryOptions {
  db: Db;
  transport: MailTransport;
  addresses: MailAddresses;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
  onDelivered(outcome: 'sent' | 'retry' | 'failed'): void;
  /** Shorten waits in tests. */
  retryDelaySeconds?: number;
  beatMs?: number;
}
