import type { SaveResponse } from 'api-wire/enquiries';
import { type FormDeclaration, HONEYPOT_FIELD, SUBMISSION_FIELD, SUBMISSION_HEADER } from 'api-wire/forms';
import type { PublicConfig } from 'site/config';
import { noteMailed, wasMailed } from './drafts';
import { controlOf } from './problems';

/** Longest that the e-mail call and the save may each take, in milliseconds. */
const CALL_TIMEOUT = 10_000;

/** @throws a TimeoutError, as a call with a signal does: the e-mail client takes none */
const mailTimeOver = (): Promise<never> =>
  new Promise((_, reject) => {
    const limit = AbortSignal.timeout(CALL_TIMEOUT);
    limit.onabort = () => reject(limit.reason);
  });

async function sendMail(form: HTMLFormElement, template: string, { emailjs }: PublicConfig): Promise<void> {
  const { init, sendForm } = await import('@emailjs/browser');
  init({ publicKey: emailjs.publicKey }, emailjs.origin || location.origin);
  await sendForm(emailjs.serviceId, template, form);
}

const text = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

/** The fields of the spec and nothing else, but what fills in the honeypot says so itself. */
function valuesOf(data: FormData, spec: FormDeclaration): Record<string, string> {
  const values = Object.fromEntries(spec.fields.map(({ name }) => [name, text(data, name)]));
  const trap = text(data, HONEYPOT_FIELD);
  return trap ? { ...values, [HONEYPOT_FIELD]: trap } : values;
}

function multipartOf(form: HTMLFormElement, values: Record<string, string>, spec: FormDeclaration): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const control = spec.file && controlOf(form, spec.file.name);
  const file = control instanceof HTMLInputElement ? control.files?.[0] : undefined;
  if (spec.file && file) body.append(spec.file.name, file);
  return body;
}

interface SendOptions {
  config: PublicConfig;
  /** Share of the upload that is done, 0 to 1. */
  onProgress(share: number): void;
}

/**
 * Sends one enquiry: first its e-mail, if the form has one, then the save.
 * @returns the save's answer, whatever its HTTP status
 * @throws whatever the e-mail client or the network rejects with, or a SyntaxError for an answer that is not JSON
 */
export async function sendEnquiry(
  form: HTMLFormElement,
  spec: FormDeclaration,
  options: SendOptions,
): Promise<SaveResponse> {
  const { config, onProgress } = options;
  const data = new FormData(form);
  const values = valuesOf(data, spec);
  const address = config.hosts[spec.host] + spec.path;
  const headers = { Accept: 'application/json', [SUBMISSION_HEADER]: text(data, SUBMISSION_FIELD) };

  if (!spec.mail) return JSON.parse(await upload(address, headers, multipartOf(form, values, spec), onProgress));

  const id = text(data, SUBMISSION_FIELD);
  if (!wasMailed(spec.mail, id, values)) {
    await Promise.race([sendMail(form, config.emailjs.templates[spec.mail], config), mailTimeOver()]);
    noteMailed(spec.mail, id, values);
  }
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  });
  return response.json();
}

/** A large file on a slow line takes its time; silence for this long does not. */
const UPLOAD_TIMEOUT = 120_000;

/**
 * Posts a multipart body and tells how far it is, which `fetch` cannot.
 * @returns the text of the answer, whatever its HTTP status
 */
function upload(
  address: string,
  headers: Record<string, string>,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`The upload to ${address} did not go through`));
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(request.responseText);
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
    request.send(body);
  });
}
