import * as z from 'zod';
import { eventOf, type ProviderEvent } from './event';

const envelopeSchema = z.object({ event: z.string().min(1).max(200), payload: z.unknown() });

/** The body of a webhook, as far as it can be understood. */
export interface ReadWebhook {
  /** `unreadable` when it does not say. */
  type: string;
  /** The parsed JSON; undefined when it is none. */
  content: unknown;
  /** Without updates when its type is none that moves an order; undefined when it cannot be read. */
  event: ProviderEvent | undefined;
}

/** Reads the body of a webhook. Never throws: what cannot be read is for a person to look at. */
export function readWebhook(body: string): ReadWebhook {
  const read: ReadWebhook = { type: 'unreadable', content: undefined, event: undefined };
  try {
    read.content = JSON.parse(body);
    const envelope = envelopeSchema.parse(read.content);
    read.type = envelope.event;
    read.event = eventOf(envelope);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
  }
  return read;
}
