import type { SaveResponse } from 'api-wire/enquiries';
import { type FieldRule, problemOfValue } from 'api-wire/field-rule';
import {
  FILL_SECONDS_FIELD,
  FILL_SECONDS_HEADER,
  FORMS,
  type FormDeclaration,
  type FormName,
  HONEYPOT_FIELD,
  NOTICE_HEADER,
  SUBMISSION_FIELD,
  SUBMISSION_HEADER,
  UPLOAD_LIMIT,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TYPES,
  UPLOAD_TYPES_SENTENCE,
} from 'api-wire/forms';
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { PublicConfig } from 'site/config';
import { NOTICE_FIELD } from 'site/notice';
import type { ShellApi } from 'site/shell';
import { attempt, tabStore } from '../../lib/storage';
import { uuid } from '../../lib/uuid';

/* An enquiry from its first letter to its thanks: its problems, its submission and its draft. */

/** State of an enquiry. The typed text stays until the enquiry is sent. */
export type EnquiryState =
  | { phase: 'idle' }
  /** Sent when the browser is online again. */
  | { phase: 'waiting' }
  /** `progress`: share of the upload that is done, 0 to 1, where a file is sent. */
  | { phase: 'sending'; progress?: number }
  | { phase: 'failed'; reason: string }
  /** For forms that give thanks in place. */
  | { phase: 'thanked' };

export interface Enquiry {
  form: RefObject<HTMLFormElement | null>;
  state: EnquiryState;
  /** Problems in words, by field name. */
  problems: Problems;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onInput(event: FormEvent<HTMLFormElement>): void;
}

export const THANKS = 'Thank you! Your message has been sent successfully.';

/** Focuses the submit button, which lost the focus when it was disabled, for another try. */
const focusSubmit = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[type="submit"]')?.focus();

export function useEnquiry(name: FormName, config: PublicConfig, shell: ShellApi): Enquiry {
  const spec = formOf(name);
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const { problems, setProblems, check, correct } = useProblems(controlsOf(spec));
  const [state, setState] = useState<EnquiryState>({ phase: 'idle' });

  useEffect(() => {
    if (state.phase === 'failed') focusSubmit(form.current);
    if (state.phase === 'waiting') form.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
  }, [state]);

  /** Shows a submission under way and reports its outcome, even to a visitor who has left the form. */
  const follow = useCallback(
    async (passage: Passage, element: HTMLFormElement) => {
      passage.element = element;
      passage.onProgress = (progress) => setState({ phase: 'sending', progress });
      setState({ phase: isOffline() ? 'waiting' : 'idle' });
      await passage.line;
      setState({ phase: 'sending' });
      const reason = await passage.outcome;
      // A form that was opened again reports the outcome itself.
      if (passage.element !== element) return;
      const isPanel = spec.thanks === 'panel' && element.isConnected;
      if (reason !== undefined) {
        setState({ phase: 'failed', reason });
        // Not awaited: on a connection that answers nothing, the code of the alert does not load either.
        if (!isPanel) void shell.alert(reason).then(() => focusSubmit(form.current));
        // For a file that can no longer be read, browsers report only a network error.
        const part = spec.file?.name ?? '';
        const read = fileOf(controlOf(element, part))?.slice(0, 1).arrayBuffer();
        return read?.catch(() => setProblems({ [part]: GONE }));
      }
      draftOf(name).drop();
      attempt(() => sessionStorage.removeItem(mailedKeyOf(name)));
      element.reset();
      const id = controlOf(element, SUBMISSION_FIELD);
      if (id) id.value = '';
      setState({ phase: isPanel ? 'thanked' : 'idle' });
      if (isPanel) return;
      if (spec.thanks === 'page' && passage.from.isConnected) shell.navigate('/thank-you');
      else shell.toast(THANKS);
    },
    [name, spec, shell, setProblems],
  );

  useEffect(() => {
    if (!form.current) return;
    shownAt.current = performance.now();
    restoreDraft(form.current, name, formOf(name).fields);
    // The browser's own messages serve until scripts can show problems beside the fields.
    form.current.noValidate = true;
    const passage = underWay.get(name);
    if (passage) void follow(passage, form.current);
  }, [name, follow]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    // Browsers may be wrong about being offline: a second submit while waiting sends at once.
    const passage = underWay.get(name);
    if (passage) return passage.sendNow();
    if (!check(element)) return;
    const id = controlOf(element, SUBMISSION_FIELD);
    if (id) id.value ||= uuid();
    const seconds = controlOf(element, FILL_SECONDS_FIELD);
    if (seconds) seconds.value = String(Math.floor((performance.now() - shownAt.current) / 1000));
    keepDraft(element, name, spec.fields);
    void follow(setOut(name, element, config), element);
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    keepDraft(event.currentTarget, name, spec.fields);
    correct(event);
  };

  return { form, state, problems, onSubmit, onInput };
}

/** True when the browser knows that it has no connection. The opposite proves little. */
const isOffline = (): boolean => navigator.onLine === false;

/** A submission under way. */
interface Passage {
  /** Form element that was submitted. */
  from: HTMLFormElement;
  /** Form element that shows the state: another one when the form was left and opened again. */
  element: HTMLFormElement;
  /** @param share of the upload that is done, 0 to 1 */
  onProgress(share: number): void;
  /** Resolves when there is a connection, or on {@link sendNow}. */
  line: Promise<void>;
  sendNow(): void;
  /** Reason of the failure; undefined after success. */
  outcome: Promise<string | undefined>;
}

/** Submissions outlive their form: a visitor who returns to it sees the same one, and no second one is sent. */
const underWay = new Map<FormName, Passage>();

function setOut(name: FormName, element: HTMLFormElement, config: PublicConfig): Passage {
  let sendNow = () => {};
  const line = new Promise<void>((resolve) => {
    sendNow = resolve;
    if (isOffline()) window.addEventListener('online', () => resolve(), { once: true });
    else resolve();
  });
  const outcome = line
    .then(() => sendEnquiry(passage, name, config))
    .then(({ success, message }) =>
      success ? undefined : `Database save failed: ${message || (name === 'studio' ? 'Unknown error' : '')}`,
    )
    .catch(() => 'Something went wrong.')
    .finally(() => underWay.delete(name));
  const passage: Passage = { from: element, element, onProgress: () => {}, line, sendNow, outcome };
  underWay.set(name, passage);
  return passage;
}

/** A control of a form: a text field by its rule in the declaration, or the file. */
export type FieldSpec = FieldRule | ({ kind: 'file'; half?: never } & NonNullable<FormDeclaration['file']>);

export const formOf = (name: FormName): FormDeclaration => FORMS[name];

/** Returns the controls of a form in the order of display. */
export const controlsOf = ({ fields, file }: FormDeclaration): FieldSpec[] =>
  file ? [...fields, { ...file, kind: 'file' }] : [...fields];

type Control = HTMLInputElement | HTMLTextAreaElement;

const controlOf = (form: HTMLFormElement, name: string): Control | undefined => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : undefined;
};

const fileOf = (control: Control | undefined): File | undefined =>
  control instanceof HTMLInputElement ? control.files?.[0] : undefined;

const GONE = 'This file was changed or removed after you chose it. Please choose it again.';

/** Returns the problem of a field in words; undefined when it may be sent. */
function problemOf(control: Control, field: FieldSpec): string | undefined {
  if (field.kind !== 'file') return problemOfValue(field, control.value);
  const file = fileOf(control);
  if (!file) return undefined;
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return UPLOAD_TYPES_SENTENCE;
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  return file.size > UPLOAD_LIMIT_BYTES ? `Please choose a file of ${UPLOAD_LIMIT} or less.` : undefined;
}

/** Problems in words, by field name. */
type Problems = Readonly<Record<string, string>>;

/** Returns the problems of all fields, in the order of the form. */
function problemsOf(form: HTMLFormElement, fields: FieldSpec[]): Problems {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const control = controlOf(form, field.name);
    const problem = control && problemOf(control, field);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

/** Keeps the problems of a form's fields: found on submit, and removed as soon as the field is corrected. */
function useProblems(fields: FieldSpec[]) {
  const [problems, setProblems] = useState<Problems>({});

  /** Checks every field and focuses the first one at fault. @returns whether the form may be sent */
  const check = (form: HTMLFormElement): boolean => {
    const found = problemsOf(form, fields);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first) controlOf(form, first)?.focus();
    return !first;
  };

  /** Checks a field again while it is edited. */
  const correct = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const field = fields.find((candidate) => candidate.name === target.name);
    // A field without a problem is not checked while someone types; a correction is confirmed at once.
    if (!field || (!problems[field.name] && field.kind !== 'file')) return;
    const { [field.name]: _, ...others } = problems;
    const problem = problemOf(target, field);
    setProblems(problem ? { ...others, [field.name]: problem } : others);
  };

  return { problems, setProblems, check, correct };
}

/** Timeout of the e-mail request and of the save request, in milliseconds each. */
const CALL_TIMEOUT = 10_000;

async function sendMail(form: HTMLFormElement, template: string, { emailjs }: PublicConfig): Promise<void> {
  // Where a browser refuses storage, the client would throw when it looks for `localStorage`.
  if (!attempt(() => localStorage)) Object.defineProperty(window, 'localStorage', { value: undefined });
  const { init, sendForm } = await import('@emailjs/browser');
  init({ publicKey: emailjs.publicKey }, emailjs.origin || location.origin);
  await sendForm(emailjs.serviceId, template, form);
}

const text = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

/** Returns the values of the declared fields only, and that of the honeypot if it was filled in. */
function valuesOf(data: FormData, spec: FormDeclaration): Record<string, string> {
  const values = Object.fromEntries(spec.fields.map(({ name }) => [name, text(data, name)]));
  const trap = text(data, HONEYPOT_FIELD);
  return trap ? { ...values, [HONEYPOT_FIELD]: trap } : values;
}

function multipartOf(form: HTMLFormElement, values: Record<string, string>, spec: FormDeclaration): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const file = spec.file && fileOf(controlOf(form, spec.file.name));
  if (spec.file && file) body.append(spec.file.name, file);
  return body;
}

/**
 * Sends one enquiry: first its e-mail, if the form has one, then the save request.
 * @returns the save's answer, whatever its HTTP status
 * @throws whatever the e-mail client or the network rejects with, or a SyntaxError for an answer that is not JSON
 */
async function sendEnquiry(passage: Passage, name: FormName, config: PublicConfig): Promise<SaveResponse> {
  const spec = formOf(name);
  // Scripts cannot put a file into a form that was opened again, so a form with a file is read where it was submitted.
  const form = spec.file ? passage.from : passage.element;
  const data = new FormData(form);
  const values = valuesOf(data, spec);
  const address = config.hosts[spec.host] + spec.path;
  const headers = {
    Accept: 'application/json',
    [SUBMISSION_HEADER]: text(data, SUBMISSION_FIELD),
    [NOTICE_HEADER]: text(data, NOTICE_FIELD),
    [FILL_SECONDS_HEADER]: text(data, FILL_SECONDS_FIELD),
  };

  if (!spec.mail) return JSON.parse(await upload(address, headers, multipartOf(form, values, spec), passage));

  const key = mailedKeyOf(name);
  const content = JSON.stringify([text(data, SUBMISSION_FIELD), values]);
  if (attempt(() => sessionStorage.getItem(key)) !== content) {
    // The e-mail client accepts no signal: a mail that is sent too late was sent all the same.
    const late = new Promise((_, reject) => setTimeout(reject, CALL_TIMEOUT));
    const sent = sendMail(form, config.emailjs.templates[spec.mail], config);
    await Promise.race([sent.then(() => attempt(() => sessionStorage.setItem(key, content))), late]);
  }
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  });
  return response.json();
}

/** Longest silence of an upload in milliseconds. Progress extends it: a large file on a slow connection takes long. */
const UPLOAD_TIMEOUT = 120_000;

/**
 * Posts a multipart body and reports its progress, which `fetch` cannot.
 * @returns the text of the response, whatever its HTTP status
 */
function upload(
  address: string,
  headers: Record<string, string>,
  body: FormData,
  passage: Pick<Passage, 'onProgress'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const started = performance.now();
    request.timeout = UPLOAD_TIMEOUT;
    request.upload.onprogress = (event) => {
      request.timeout = performance.now() - started + UPLOAD_TIMEOUT;
      if (event.lengthComputable) passage.onProgress(event.loaded / event.total);
    };
    const failed = new Error(`The upload to ${address} did not go through`);
    // Also after an error, a timeout, or the browser's own Stop.
    request.onloadend = () => (request.status ? resolve(request.responseText) : reject(failed));
    request.send(body);
  });
}

/** Draft of a form: the typed text and the submission's id. Files cannot be kept. */
const draftOf = (form: FormName) => tabStore<Record<string, string>>(`enquiry-draft:${form}`);

const namesOf = (fields: readonly FieldRule[]) => [...fields.map(({ name }) => name), SUBMISSION_FIELD];

/** Returns typed text; '' for an initial value. A hidden field's value is its default, and always counts as typed. */
const typedIn = (control: ReturnType<typeof controlOf>): string =>
  control && (control.type === 'hidden' || control.value !== control.defaultValue) ? control.value : '';

function keepDraft(element: HTMLFormElement, form: FormName, fields: readonly FieldRule[]): void {
  draftOf(form).keep(Object.fromEntries(namesOf(fields).map((name) => [name, typedIn(controlOf(element, name))])));
}

/** Restores a draft. Text that was typed before scripts ran stays, and is kept as well. */
function restoreDraft(element: HTMLFormElement, form: FormName, fields: readonly FieldRule[]): void {
  const kept = draftOf(form).read();
  const isTyped = namesOf(fields).some((name) => typedIn(controlOf(element, name)) !== '');
  for (const name of namesOf(fields)) {
    const control = controlOf(element, name);
    if (control && kept[name] && typedIn(control) === '') control.value = kept[name];
  }
  if (isTyped) keepDraft(element, form, fields);
}

/**
 * Key of the content that was mailed, kept for the life of the tab. When only the save failed, a retry must not send a
 * second mail. The content holds the submission's id and the typed text: a corrected enquiry is mailed again.
 */
const mailedKeyOf = (form: FormName) => `enquiry-mailed:${form}`;
