import type { EventDeclarations } from 'contracts/events';

/** What the frame tells others: nothing yet. */
export const events: EventDeclarations = {};
