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

/*
 * An enquiry from its first letter to its thanks: what is wrong with it, how it is sent, and what of it is kept meanwhile.
 */

/** Where an enquiry stands. Typed text stays in each of these states. */
export type EnquiryState =
  | { phase: 'idle' }
  /** It is sent when the browser is online again. */
  | { phase: 'waiting' }
  /** With the share of the upload that is done, from 0 to 1, where a file is sent. */
  | { phase: 'sending'; progress?: number }
  | { phase: 'failed'; reason: string }
  /** For forms that give thanks in place. */
  | { phase: 'thanked' };

export interface Enquiry {
  form: RefObject<HTMLFormElement | null>;
  state: EnquiryState;
  /** What is wrong, by field name. */
  problems: Problems;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onInput(event: FormEvent<HTMLFormElement>): void;
}

export const THANKS = 'Thank you! Your message has been sent successfully.';

/** Being disabled took the focus from the button; whoever tries again should find it there. */
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

  /** Shows an enquiry on its way, and tells how it ends: whoever has left the form, too. */
  const follow = useCallback(
    async (passage: Passage, element: HTMLFormElement) => {
      passage.element = element;
      passage.onProgress = (progress) => setState({ phase: 'sending', progress });
      setState({ phase: isOffline() ? 'waiting' : 'idle' });
      await passage.line;
      setState({ phase: 'sending' });
      const reason = await passage.outcome;
      // Who has opened the form again is told there.
      if (passage.element !== element) return;
      const isPanel = spec.thanks === 'panel' && element.isConnected;
      if (reason !== undefined) {
        setState({ phase: 'failed', reason });
        // Nothing waits for the alert: on a line that answers nothing, its code does not come either.
        if (!isPanel) void shell.alert(reason).then(() => focusSubmit(form.current));
        // Of a file that cannot be read any more browsers say only that the line broke.
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
    // The browser's own bubbles serve until scripts can say it beside the field.
    form.current.noValidate = true;
    const passage = underWay.get(name);
    if (passage) void follow(passage, form.current);
  }, [name, follow]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    // Browsers err about being offline: whoever sends again while it waits has it tried.
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

/** Whether the browser knows that it has no connection. That it believes to have one says little. */
const isOffline = (): boolean => navigator.onLine === false;

/** An enquiry on its way. */
interface Passage {
  /** The form that it was sent from. */
  from: HTMLFormElement;
  /** The form that shows it: another one once that was left and is open again. */
  element: HTMLFormElement;
  /** @param share of the upload that is done, 0 to 1 */
  onProgress(share: number): void;
  /** Resolves when there is a connection, or somebody sends all the same. */
  line: Promise<void>;
  sendNow(): void;
  /** Why it failed; undefined when it was sent. */
  outcome: Promise<string | undefined>;
}

/** They outlive their form: who leaves one and comes back meets the enquiry as it stands, and no second one is sent. */
const underWay = new Map<FormName, Passage>();

function setOut(name: FormName, element: HTMLFormElement, config: PublicConfig): Passage {
  let sendNow = () => {};
  const line = new Promise<void>((resolve) => {
    sendNow = resolve;
    if (isOffline()) window.addEventListener('online', () => resolve(), { once: true });
    else resolve();
  });
  const outcome = line
    .then(() => sendEnquiry(passage, formOf(name), config))
    .then(({ success, message }) =>
      success ? undefined : `Database save failed: ${message || (name === 'studio' ? 'Unknown error' : '')}`,
    )
    .catch(() => 'Something went wrong.')
    .finally(() => underWay.delete(name));
  const passage: Passage = { from: element, element, onProgress: () => {}, line, sendNow, outcome };
  underWay.set(name, passage);
  return passage;
}

/** A control of a form: a text that its declaration has a rule for, or its file. */
export type FieldSpec = FieldRule | ({ kind: 'file'; half?: never } & NonNullable<FormDeclaration['file']>);

export const formOf = (name: FormName): FormDeclaration => FORMS[name];

/** In the order in which they are shown. */
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

/** What is wrong with a field, in words; undefined when it may be sent. */
function problemOf(control: Control, field: FieldSpec): string | undefined {
  if (field.kind !== 'file') return problemOfValue(field, control.value);
  const file = fileOf(control);
  if (!file) return undefined;
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return UPLOAD_TYPES_SENTENCE;
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  return file.size > UPLOAD_LIMIT_BYTES ? `Please choose a file of ${UPLOAD_LIMIT} or less.` : undefined;
}

/** By field name. */
type Problems = Readonly<Record<string, string>>;

/** Every field that may not be sent yet, in the order of the form. */
function problemsOf(form: HTMLFormElement, fields: FieldSpec[]): Problems {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const control = controlOf(form, field.name);
    const problem = control && problemOf(control, field);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

/** What is wrong with the fields of a form: found when it is sent, and gone as soon as it is put right. */
function useProblems(fields: FieldSpec[]) {
  const [problems, setProblems] = useState<Problems>({});

  /** Looks at every field; the first one at fault gets the focus. @returns whether the form may be sent */
  const check = (form: HTMLFormElement): boolean => {
    const found = problemsOf(form, fields);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first) controlOf(form, first)?.focus();
    return !first;
  };

  /** Looks again at a field that is being changed. */
  const correct = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const field = fields.find((candidate) => candidate.name === target.name);
    // Someone still typing is not corrected; a correction is confirmed at once.
    if (!field || (!problems[field.name] && field.kind !== 'file')) return;
    const { [field.name]: _, ...others } = problems;
    const problem = problemOf(target, field);
    setProblems(problem ? { ...others, [field.name]: problem } : others);
  };

  return { problems, setProblems, check, correct };
}

/** Longest that the e-mail call and the save may each take, in milliseconds. */
const CALL_TIMEOUT = 10_000;

/** @throws a TimeoutError, as a call with a signal does: the e-mail client takes none */
const mailTimeOver = (): Promise<never> =>
  new Promise((_, reject) => {
    const limit = AbortSignal.timeout(CALL_TIMEOUT);
    limit.onabort = () => reject(limit.reason);
  });

async function sendMail(form: HTMLFormElement, template: string, { emailjs }: PublicConfig): Promise<void> {
  // Where a browser refuses storage, the client would fail on its look whether there is any.
  if (!attempt(() => localStorage)) Object.defineProperty(window, 'localStorage', { value: undefined });
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
  const file = spec.file && fileOf(controlOf(form, spec.file.name));
  if (spec.file && file) body.append(spec.file.name, file);
  return body;
}

/**
 * Sends one enquiry: first its e-mail, if the form has one, then the save.
 * @returns the save's answer, whatever its HTTP status
 * @throws whatever the e-mail client or the network rejects with, or a SyntaxError for an answer that is not JSON
 */
async function sendEnquiry(passage: Passage, spec: FormDeclaration, config: PublicConfig): Promise<SaveResponse> {
  // Files cannot be put into a form that is open again.
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

  const key = mailedKeyOf(spec.mail);
  const content = JSON.stringify([text(data, SUBMISSION_FIELD), values]);
  if (attempt(() => sessionStorage.getItem(key)) !== content) {
    await Promise.race([sendMail(form, config.emailjs.templates[spec.mail], config), mailTimeOver()]);
    attempt(() => sessionStorage.setItem(key, content));
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
  passage: Pick<Passage, 'onProgress'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`The upload to ${address} did not go through`));
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) passage.onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(request.responseText);
    request.onerror = fail;
    request.ontimeout = fail;
    request.send(body);
  });
}

/** What is typed, and the submission's id. Files cannot be kept. */
const draftOf = (form: FormName) => tabStore<Record<string, string>>(`enquiry-draft:${form}`);

const namesOf = (fields: readonly FieldRule[]) => [...fields.map(({ name }) => name), SUBMISSION_FIELD];

/** What someone typed: what a field held before is not theirs to keep. A hidden field has its value for its default. */
const typedIn = (control: ReturnType<typeof controlOf>): string =>
  control && (control.type === 'hidden' || control.value !== control.defaultValue) ? control.value : '';

function keepDraft(element: HTMLFormElement, form: FormName, fields: readonly FieldRule[]): void {
  draftOf(form).keep(Object.fromEntries(namesOf(fields).map((name) => [name, typedIn(controlOf(element, name))])));
}

/** Puts a kept draft back; what is already typed, before scripts ran, stays and is kept as well. */
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
 * What of a form has been mailed, for as long as the tab lives. When only the save failed, trying again must not send a
 * second mail. The submission's id is part of it, and so is what was typed: a corrected enquiry is mailed again.
 */
const mailedKeyOf = (form: FormName) => `enquiry-mailed:${form}`;
