import type { Db } from '../../db/database';
import type { MailAddresses } from '../message';
import type { MailTransport } from '../smtp/transport';

export interface DeliveryOptions {
  db: Db;
  transport: MailTransport;
  addresses: MailAddresses;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
  onDelivered(outcome: 'sent' | 'retry' | 'failed'): void;
  /** A mail was given up, or refused for a reason that only a person can mend. Never rejects. */
  onRefused(): Promise<void>;
  /** Shorten waits in tests. */
  retryDelaySeconds?: number;
  beatMs?: number;
}
