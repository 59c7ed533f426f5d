import { type EnquiryForm, FILL_SECONDS_FIELD, SUBMISSION_FIELD } from 'api-wire/forms';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import { uuid } from '../../lib/uuid';
import { dropDraft, forgetMailed, keepDraft, restoreDraft } from './drafts';
import { controlOf, controlsOf, formOf, type Problems, useProblems } from './problems';
import { sendEnquiry } from './send-enquiry';

export interface Enquiry {
  form: RefObject<HTMLFormElement | null>;
  sending: boolean;
  /** It is sent when the browser is online again. */
  waiting: boolean;
  /** Share of the upload that is done; undefined when nothing is under way. */
  progress: number | undefined;
  /** What is wrong, by field name. */
  problems: Problems;
  /** Why the last try failed. */
  failure: string | undefined;
  /** True once it has been sent, for forms that give thanks in place. */
  sent: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onInput(event: FormEvent<HTMLFormElement>): void;
}

interface EnquiryOptions {
  name: EnquiryForm;
  config: PublicConfig;
  shell: ShellApi;
}

/** Being disabled took the focus from the button; whoever tries again should find it there. */
const focusSubmit = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[type="submit"]')?.focus();

/** States of an enquiry: idle, sending, then thanked or failed with the reason. Typed text stays. */
export function useEnquiry({ name, config, shell }: EnquiryOptions): Enquiry {
  const spec = formOf(name);
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const sendNow = useRef(() => {});
  const shownAt = useRef(0);
  const { problems, check, correct } = useProblems(controlsOf(spec));
  const [sending, setSending] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState(false);

  useEffect(() => {
    if (!form.current) return;
    shownAt.current = performance.now();
    restoreDraft(form.current, name, formOf(name).fields);
    // The browser's own bubbles serve until scripts can say it beside the field.
    form.current.noValidate = true;
  }, [name]);

  useEffect(() => {
    if (failure !== undefined) focusSubmit(form.current);
  }, [failure]);

  // Nothing waits for the alert: on a line that answers nothing, its code does not come either.
  const fail = (text: string) => {
    setSending(false);
    setFailure(text);
    if (spec.thanks !== 'panel') void shell.alert(text).then(() => focusSubmit(form.current));
  };

  const succeed = (element: HTMLFormElement) => {
    dropDraft(name);
    forgetMailed(name);
    setSending(false);
    element.reset();
    const id = controlOf(element, SUBMISSION_FIELD);
    if (id) id.value = '';
    if (spec.thanks === 'panel') setSent(true);
    else if (element.isConnected) shell.navigate('/thank-you');
  };

  const send = async (element: HTMLFormElement) => {
    setFailure(undefined);
    setWaiting(isOffline());
    await Promise.race([
      online(),
      new Promise<void>((resolve) => {
        sendNow.current = resolve;
      }),
    ]);
    setWaiting(false);
    setSending(true);
    try {
      const answer = await sendEnquiry(element, spec, { config, onProgress: setProgress });
      if (answer.success) return succeed(element);
      const reason = answer.message || (name === 'studio' ? 'Unknown error' : '');
      fail(`Database save failed: ${reason}`);
    } catch {
      fail('Something went wrong.');
    } finally {
      setProgress(undefined);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    // Browsers err about being offline: whoever sends again while it waits has it tried.
    if (busy.current) return sendNow.current();
    if (!check(element)) return;
    const id = controlOf(element, SUBMISSION_FIELD);
    if (id) id.value ||= uuid();
    const seconds = controlOf(element, FILL_SECONDS_FIELD);
    if (seconds) seconds.value = String(Math.floor((performance.now() - shownAt.current) / 1000));
    keepDraft(element, name, spec.fields);
    busy.current = true;
    void send(element).finally(() => {
      busy.current = false;
    });
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    keepDraft(event.currentTarget, name, spec.fields);
    correct(event);
  };

  return { form, sending, waiting, progress, problems, failure, sent, onSubmit, onInput };
}

/** Whether the browser knows that it has no connection. That it believes to have one says little. */
const isOffline = (): boolean => navigator.onLine === false;

/** Resolves when the browser has a connection. */
const online = (): Promise<void> =>
  new Promise((resolve) => {
    if (isOffline()) window.addEventListener('online', () => resolve(), { once: true });
    else resolve();
  });
