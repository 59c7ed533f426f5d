import { useRemote } from '@wholepage/remote-kit';
import { ENROLMENT_FIELDS } from 'api-wire/forms';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'shared-ui/Button';
import { RequiredLegend } from 'shared-ui/Field';
import { PrivacyNotice } from 'shared-ui/PrivacyNotice';
import { TextField } from 'shared-ui/TextField';
import { ENROLMENT_NOTICE } from 'site/notice';
import type { SiteEnvironment } from 'site/remote';
import { enrolment } from '../../content/enrolment';
import { type DetailName, type Details, findMissing, findWrong, type Problem } from '../details';
import type { Phase } from '../useEnrolment';
import styles from './EnrolmentDialog.module.css';

export interface EnrolmentFormProps {
  details: Details;
  phase: Phase;
  /** Whether the last attempt came to nothing. */
  failed: boolean;
  /** What is charged, as a sentence. */
  charge: string;
  onChange(details: Details): void;
  /** Resolves when the payment was left, one way or the other, and its alert is closed. */
  onPay(details: Details): Promise<void>;
  /** Shows an alert; resolves when it is closed. */
  alert(text: string): Promise<void>;
}

const INPUT_MODES = { text: undefined, email: 'email', tel: 'numeric' } as const;

const LABELS: Record<Phase, string> = {
  form: enrolment.pay,
  opening: enrolment.opening,
  paying: enrolment.opening,
  confirming: enrolment.confirming,
};

/** The three fields. Nothing goes to the browser's own bubbles: an empty field is an alert, and what is wrong stands beside its field. */
export function EnrolmentForm({ details, phase, failed, charge, onChange, onPay, alert }: EnrolmentFormProps) {
  const { config } = useRemote<SiteEnvironment>();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [wrong, setWrong] = useState<Problem>();

  const control = (name: DetailName): HTMLInputElement | undefined => {
    const found = form.current?.elements.namedItem(name);
    return found instanceof HTMLInputElement ? found : undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = findMissing(details);
    const found = missing ?? findWrong(details);
    // Stays beside its field when the alert is closed.
    setWrong(found);
    if (missing) await alert(missing.text);
    if (found) {
      control(found.field)?.focus();
      return;
    }
    await onPay(details);
    // A busy button loses the focus; whoever is still here goes on from it.
    button.current?.focus();
  };
  const field = ({ name, label, autoComplete, maxLength }: (typeof ENROLMENT_FIELDS)[number]) => ({
    name,
    label,
    autoComplete,
    maxLength,
    value: details[name],
    required: true,
    readOnly: phase !== 'form',
    error: wrong?.field === name ? wrong.text : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (wrong?.field === name) setWrong(undefined);
      onChange({ ...details, [name]: target.value });
    },
  });

  return (
    <form
      ref={(element) => {
        form.current = element;
        // What `showModal` looks for; React would call focus() instead, before the dialog is open.
        control('name')?.setAttribute('autofocus', '');
      }}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={submit}
    >
      <RequiredLegend />
      {ENROLMENT_FIELDS.map((rule) => (
        <TextField key={rule.name} {...field(rule)} type={rule.kind} inputMode={INPUT_MODES[rule.kind]} />
      ))}
      {failed && (
        <p role="status" className={styles.text}>
          {enrolment.failed.replace('{phone}', config.company.phones[0].replaceAll(' ', '\u00a0'))}
        </p>
      )}
      <p className={styles.charge}>{charge}</p>
      <Button ref={button} type="submit" busy={phase !== 'form'}>
        {LABELS[phase]}
      </Button>
      <PrivacyNotice notice={ENROLMENT_NOTICE} email={config.company.email} />
    </form>
  );
}
