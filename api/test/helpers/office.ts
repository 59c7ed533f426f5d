import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLER_HEADER, type Caller, signCaller } from '../../wire/office/caller';
import type { OfficeRight } from '../../wire/office/words';
import { sampleOf } from '../../wire/testing/sample-form';
import type { TestSite } from './site';

export interface OfficeAnswer {
  status: number;
  body: Awaited<ReturnType<Response['json']>>;
  headers: Headers;
}

/** A member of the office with a fresh confirmation of identity. */
export const somebody = (right: OfficeRight, more: Partial<Caller> = {}): Caller => ({
  id: right,
  name: `Asha (${right})`,
  rights: [right],
  confirmed: true,
  ...more,
});

/** Calls that the office's server makes. */
export function officeOf(site: () => TestSite) {
  const tokenOf = async (caller: Caller): Promise<string> =>
    signCaller(caller, (await readFile(path.join(site().dataDir, 'office-api-secret'), 'utf8')).trim());
  const call = async (
    method: string,
    address: string,
    body?: unknown,
    caller = somebody('desk'),
  ): Promise<OfficeAnswer> => {
    const answer = await fetch(`${site().privateUrl}/office${address}`, {
      method,
      headers: {
        [CALLER_HEADER]: await tokenOf(caller),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
  };
  const audit = async (record: string) =>
    (await call('GET', `/audit?record=${record}`, undefined, somebody('owner'))).body.data.map(
      ({ actor_id, action }: { actor_id: string; action: string }) => `${actor_id}: ${action}`,
    );
  /** Sends an enquiry as a browser without scripts does. The API saves and mails it. */
  const enquire = async (fields: Record<string, string> = {}): Promise<string> => {
    const email = fields.email ?? `${randomUUID()}@x.example`;
    const body = {
      ...sampleOf('contact'),
      name: 'Meera',
      phone: '+91 98400 01973',
      subject: 'Aprons',
      message: 'Forty, please.',
      ...fields,
      email,
    };
    await fetch(`${site().url}/save_form.php`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
    const [row] = await site().database.query<{ id: string }>(
      'select id from enquiries where email = $1 order by created_at desc',
      [email],
    );
    if (!row) throw new Error('The enquiry was not kept.');
    return row.id;
  };
  return { call, tokenOf, audit, enquire };
}
