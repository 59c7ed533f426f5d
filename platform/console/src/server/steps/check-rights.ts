import { SITE } from '@wholepage/releases/registry/history';
import { RefusedError } from '@wholepage/sign-in/errors';
import { holds } from '@wholepage/sign-in/rights';
import type { Session } from '@wholepage/sign-in/sessions';
import { requireRecent } from '@wholepage/sign-in/sessions';
import type { AskedStep } from '../../steps';
import { RIGHTS } from '../rights';

/** Going back has to be quick; what gives visitors something new, or takes it away, asks who it is. */
const ASKS_AGAIN: readonly AskedStep['action'][] = ['promote', 'retire', 'conclude'];

/** Whether this person may take this step. @throws RefusedError */
export function checkStepRights(session: Session, step: AskedStep): void {
  const { rights } = session.person;
  const { app } = step;
  const isAdmin = holds(RIGHTS, rights, 'admin');
  if (!holds(RIGHTS, rights, 'releaser', app))
    throw new RefusedError(403, `You need the right "releaser:${app}" for this.`);
  if (app === SITE && !isAdmin) throw new RefusedError(403, 'You need the right "admin" to lock the whole site.');
  const breaks = 'breaks' in step && Boolean(step.breaks);
  if (breaks && !isAdmin) throw new RefusedError(403, 'You need the right "admin" to break a lock.');
  if (breaks || ASKS_AGAIN.includes(step.action)) requireRecent(session);
}
