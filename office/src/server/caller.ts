import type { Session } from '@wholepage/sign-in/sessions';
import { OFFICE_RIGHTS } from 'api-wire/office/caller';
import { signCaller } from 'api-wire/office/caller-token';

/** Says to the API who calls, signed, for a minute. */
export const callerToken = ({ person, authenticatedAt }: Session, secret: string): string =>
  signCaller(
    {
      id: person.id,
      name: person.name,
      rights: OFFICE_RIGHTS.filter((right) => person.rights.includes(right)),
      confirmedAt: authenticatedAt.getTime(),
    },
    secret,
  );
