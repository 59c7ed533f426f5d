import { LIMITS } from 'contracts/enquiry-limits';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'shared-ui/Button';
import { TextField } from 'shared-ui/TextField';
import { enrolment } from '../../content/enrolment';
import { type DetailName, type Details, findMissing } from '../details';
import type { Phase } from '../useEnrolment';
import styles from './EnrolmentDialog.module.css';

export interface EnrolmentFormProps {
  details: Details;
  phase: Phase;
  onChange(details: Details): void;
  /** Resolves when the payment was left, one way or the other, and its alert is closed. */
  onPay(details: Details): Promise<void>;
  /** Shows an alert; resolves when it is closed. */
  alert(text: string): Promise<void>;
}

/** As the enquiry forms take phone numbers: digits, and what people put between them. */
const PHONE = /^[\d\s()+\-./]{5,}$/;

const PROBLEMS = {
  email: 'Please enter an email address such as name@example.com.',
  phone: 'Please enter a phone number such as +91 98400 00000.',
};

const LABELS: Record<Phase, string> = {
  form: enrolment.pay,
  opening: enrolment.opening,
  paying: enrolment.opening,
  confirming: enrolment.confirming,
};

/** The three fields. Nothing goes to the browser's own bubbles: an empty field is an alert, and what is wrong stands beside its field. */
export function EnrolmentForm({ details, phase, onChange, onPay, alert }: EnrolmentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [wrong, setWrong] = useState<{ field: DetailName; text: string }>();

  const control = (name: DetailName): HTMLInputElement | undefined => {
    const found = form.current?.elements.namedItem(name);
    return found instanceof HTMLInputElement ? found : undefined;
  };
  const findMisspelt = (): typeof wrong => {
    if (control('email')?.validity.typeMismatch) return { field: 'email', text: PROBLEMS.email };
    return PHONE.test(details.phone.trim()) ? undefined : { field: 'phone', text: PROBLEMS.phone };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = findMissing(details);
    const found = missing ? { field: missing.field, text: missing.alert } : findMisspelt();
    // Stays beside its field when the alert is closed.
    setWrong(found);
    if (missing) await alert(missing.alert);
    if (found) {
      control(found.field)?.focus();
      return;
    }
    await onPay(details);
    // A busy button loses the focus; whoever is still here goes on from it.
    button.current?.focus();
  };
  const field = (name: DetailName) => ({
    name,
    value: details[name],
    maxLength: LIMITS[name],
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
      noValidate
      onSubmit={submit}
    >
      <TextField {...field('name')} label="Name" autoComplete="name" />
      <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      <TextField {...field('phone')} label="Phone" type="tel" inputMode="numeric" autoComplete="tel" />
      <Button ref={button} type="submit" busy={phase !== 'form'}>
        {LABELS[phase]}
      </Button>
    </form>
  );
}
