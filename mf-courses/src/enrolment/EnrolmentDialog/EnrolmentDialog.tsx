import { useRemote } from '@wholepage/remote-kit';
import { KINDS } from 'api-wire/field-rule';
import { ENROLMENT_FIELDS } from 'api-wire/forms';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'shared-ui/Button';
import { Dialog } from 'shared-ui/Dialog';
import { RequiredLegend } from 'shared-ui/Field';
import { PrivacyNotice } from 'shared-ui/PrivacyNotice';
import { TextField } from 'shared-ui/TextField';
import { telHref } from 'site/company-text';
import { ENROLMENT_NOTICE } from 'site/notice';
import { type SiteEnvironment, useFill } from 'site/remote';
import type { Offer } from '../../content/courses';
import { enrolment } from '../../content/enrolment';
import { chargeOf, priceOf } from '../../lib/price';
import { type DetailName, type Details, draft, findMissing, findWrong, type Problem, readDraft } from '../details';
import { type Phase, useEnrolment } from '../useEnrolment';
import styles from './EnrolmentDialog.module.css';

export interface EnrolmentDialogProps {
  /** The chosen offer; undefined closes the dialog. */
  offer: Offer | undefined;
  /** Beginning of the alert after a failed payment, with its trailing space. */
  failurePrefix: string;
  onClose(): void;
}

/** Name, e-mail and phone, then the payment; for a full or closed course, the reason. Input survives closing, failure, reload. */
export function EnrolmentDialog({ offer: wanted, failurePrefix, onClose }: EnrolmentDialogProps) {
  const { config, shell } = useRemote<SiteEnvironment>();
  const fill = useFill();
  const { phase, offer, failed, pay } = useEnrolment(wanted, failurePrefix, onClose);
  const [typed, setTyped] = useState<Details>();

  const change = (details: Details) => {
    setTyped(details);
    draft.keep(details);
  };

  return (
    <Dialog
      open={offer !== undefined && phase !== 'paying'}
      // Closing the form would not cancel a payment that is being opened or confirmed.
      onClose={() => phase === 'form' && onClose()}
      title={fill(enrolment.title)}
      size="l"
      closeOnBackdrop={false}
    >
      {offer && (
        <div className={styles.sheet}>
          <PriceTag offer={offer} />
          {offer.status === 'full' || offer.status === 'closed' ? (
            <p className={styles.text}>{fill(enrolment.withoutForm[offer.status])}</p>
          ) : (
            <>
              <p className={styles.text}>{fill(enrolment.text)}</p>
              <EnrolmentForm
                details={typed ?? readDraft()}
                phase={phase}
                failed={failed}
                onChange={change}
                onPay={pay}
                alert={shell.alert}
                charge={offer.status === 'unknown' ? '' : chargeOf(offer, config.company.gst)}
              />
            </>
          )}
          <ContactLines />
        </div>
      )}
    </Dialog>
  );
}

/** A swing tag with the course and its price. */
function PriceTag({ offer }: { offer: Offer }) {
  return (
    <p className={styles.tag}>
      <span className={styles.course}>{offer.label}</span>
      <strong className={styles.price}>{priceOf(offer)}</strong>
    </p>
  );
}

interface ContactLinesProps {
  /** Terms of refunds; empty where the owner has set none. */
  refunds?: string;
}

/** Terms of refunds and contact details. */
export function ContactLines({ refunds = enrolment.refunds }: ContactLinesProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  const [phone] = company.phones;
  return (
    <div className={styles.contact}>
      {refunds && <p>{refunds}</p>}
      <p>{enrolment.contact}</p>
      <p className={styles.lines}>
        <a href={telHref(phone)}>{phone}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
    </div>
  );
}

interface EnrolmentFormProps {
  details: Details;
  phase: Phase;
  /** True when the last attempt failed. */
  failed: boolean;
  /** The charge, as a sentence; empty while the price is unknown. */
  charge: string;
  onChange(details: Details): void;
  /** Resolves when the payment has ended, in any way, and its alert is closed. */
  onPay(details: Details): Promise<void>;
  /** Shows an alert; resolves when it is closed. */
  alert(text: string): Promise<void>;
}

const LABELS: Record<Phase, string> = {
  form: enrolment.pay,
  opening: enrolment.opening,
  paying: enrolment.opening,
  confirming: enrolment.confirming,
};

/** The form. Instead of the browser's bubbles, an empty field opens an alert; every error stands beside its field. */
function EnrolmentForm({ details, phase, failed, charge, onChange, onPay, alert }: EnrolmentFormProps) {
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
    // The error stays beside its field after the alert.
    setWrong(found);
    if (missing) await alert(missing.text);
    if (found) {
      control(found.field)?.focus();
      return;
    }
    await onPay(details);
    // A busy button loses the focus: give it back if the form is still open.
    button.current?.focus();
  };
  const field = ({ name, label, kind, autoComplete, maxLength }: (typeof ENROLMENT_FIELDS)[number]) => ({
    name,
    label,
    type: KINDS[kind].type,
    // The specification asks for a numeric keyboard here.
    inputMode: kind === 'tel' ? ('numeric' as const) : KINDS[kind].inputMode,
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
        // `showModal` looks for this attribute. React's `autoFocus` would call focus() instead, before the dialog is open.
        control('name')?.setAttribute('autofocus', '');
      }}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={submit}
    >
      <RequiredLegend />
      {ENROLMENT_FIELDS.map((rule) => (
        <TextField key={rule.name} {...field(rule)} />
      ))}
      {failed && (
        <p role="status" className={styles.text}>
          {enrolment.failed.replace('{phone}', config.company.phones[0].replaceAll(' ', '\u00a0'))}
        </p>
      )}
      {charge && <p className={styles.charge}>{charge}</p>}
      <Button ref={button} type="submit" busy={phase !== 'form'}>
        {LABELS[phase]}
      </Button>
      <PrivacyNotice notice={ENROLMENT_NOTICE} email={config.company.email} />
    </form>
  );
}
