import type { EventDeclarations } from '@wholepage/contracts/events';

/** What the frame tells others: nothing yet. */
export const events: EventDeclarations = {};
