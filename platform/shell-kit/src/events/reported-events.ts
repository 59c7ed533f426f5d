import type { EventDeclarations } from '@wholepage/contracts/events';
import { type Reported, reportFailure } from '../reports/report';
import { EventScope } from './site-events';

/** The events of one release: the composer and the console are informed by name of what is dropped. */
export function reportedEvents({ app, version }: Reported, declared: () => EventDeclarations | undefined): EventScope {
  return new EventScope(app, declared, (error) => {
    console.info(error.message);
    reportFailure({ app, version }, 'event', error);
  });
}
