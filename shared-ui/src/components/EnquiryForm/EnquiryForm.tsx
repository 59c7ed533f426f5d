import { KINDS } from 'api-wire/field-rule';
import {
  FILL_SECONDS_FIELD,
  type FormDeclaration,
  type FormName,
  HONEYPOT_FIELD,
  SUBMISSION_FIELD,
  UPLOAD_TYPES,
} from 'api-wire/forms';
import { type ComponentType, useEffect, useRef } from 'react';
import { telHref } from 'site/company-text';
import type { Company, PublicConfig } from 'site/config';
import { ENQUIRY_NOTICE } from 'site/notice';
import type { ShellApi } from 'site/shell';
import { Button } from '../Button/Button';
import { ChatLink } from '../ChatLink/ChatLink';
import { ErrorText } from '../ErrorText/ErrorText';
import { RequiredLegend } from '../Field/Field';
import type { FileFieldProps } from '../FileField/FileField';
import { WovenName } from '../OwnLabel/OwnLabel';
import { useOwnLabel } from '../OwnLabel/own-label';
import { PrivacyNotice } from '../PrivacyNotice/PrivacyNotice';
import { Spinner } from '../Spinner/Spinner';
import { TextArea } from '../TextArea/TextArea';
import { TextField } from '../TextField/TextField';
import styles from './EnquiryForm.module.css';
import { controlsOf, type Enquiry, type FieldSpec, formOf, THANKS, useEnquiry } from './useEnquiry';

export interface EnquiryFormProps {
  /** One of the four enquiries; it decides the fields, requests and outcomes. */
  form: FormName;
  /** The subject of the page. It fills the subject field, or begins the message of a form without one. */
  about?: string | undefined;
  config: PublicConfig;
  shell: ShellApi;
  /** Control for the file of the studio's form (`FileField`). The other forms have no file, and their pages load no control. */
  FileControl?: ComponentType<FileFieldProps> | undefined;
}

/** One form engine for every enquiry. Without scripts it is an ordinary form that posts to the same address. */
export function EnquiryForm({ form: name, about, config, shell, FileControl }: EnquiryFormProps) {
  const spec = formOf(name);
  const enquiry = useEnquiry(name, config, shell);
  return (
    <EnquirySheet
      spec={spec}
      company={config.company}
      action={config.hosts[spec.host] + spec.path}
      enquiry={enquiry}
      about={about}
      FileControl={FileControl}
    />
  );
}

interface EnquirySheetProps extends Pick<EnquiryFormProps, 'about' | 'FileControl'> {
  /** Fields, address and labels. */
  spec: FormDeclaration;
  /** Address that the form posts to without scripts. */
  action: string;
  /** Contact when an enquiry cannot be sent, and for questions about personal data. */
  company: Company;
  /** The enquiry's state and its event handlers. */
  enquiry: Enquiry;
}

/** Returns a field's initial value: the subject of the page, and the name on the visitor's own label. */
const initialValue = ({ fields }: FormDeclaration, { name }: FieldSpec, about = '', label = ''): string | undefined => {
  if (!about && !label) return undefined;
  const whom = label && `${about ? ', for' : 'For'} ${label}`;
  if (name === 'subject') return about + whom;
  const bySubject = fields.some((field) => field.name === 'subject');
  return name === 'message' && !bySubject ? `${about && `About ${about}`}${whom}: ` : undefined;
};

/** An enquiry in its present state: to be filled in, waiting, sending, failed or thanked for. */
export function EnquirySheet({ spec, action, about, company, enquiry, FileControl }: EnquirySheetProps) {
  const label = useOwnLabel().trim();
  const { form, state, problems, onSubmit, onInput } = enquiry;
  const isSending = state.phase === 'sending';
  const isThanked = state.phase === 'thanked';
  const hasFailed = state.phase === 'failed';
  return (
    <>
      {isThanked && <EnquiryThanks />}
      {label && (
        <div className={styles.own}>
          <WovenName />
        </div>
      )}
      <form
        ref={form}
        className={styles.form}
        hidden={isThanked}
        method="post"
        action={action}
        encType={spec.mail ? undefined : 'multipart/form-data'}
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <RequiredLegend />
        {controlsOf(spec).map((field) => (
          <div key={field.name} className={styles.cell} data-half={field.half || undefined}>
            <EnquiryField
              field={field}
              value={initialValue(spec, field, about, label)}
              error={problems[field.name]}
              progress={isSending ? state.progress : undefined}
              FileControl={FileControl}
            />
          </div>
        ))}
        {/* No `value`: React would reset it on every render. */}
        <input type="hidden" name={SUBMISSION_FIELD} />
        <input type="hidden" name={FILL_SECONDS_FIELD} />
        <div className="visually-hidden" aria-hidden="true">
          <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
        </div>
        <div className={styles.foot}>
          <PrivacyNotice notice={ENQUIRY_NOTICE} email={company.email} />
          {state.phase === 'waiting' && (
            <p role="alert" className={styles.kept}>
              You are offline. What you wrote is kept, and is sent by itself as soon as the line is back.
            </p>
          )}
          {hasFailed && spec.thanks === 'panel' && <ErrorText>{state.reason}</ErrorText>}
          {hasFailed && <EnquiryKept company={company} about={about} />}
          <Button type="submit" busy={isSending}>
            {isSending && !spec.mail && <Spinner />}
            {/* The key gives each label its own element: translators replace text nodes, which React then cannot update. */}
            <span key={String(isSending)}>{isSending ? 'Sending...' : spec.submit}</span>
          </Button>
        </div>
      </form>
    </>
  );
}

interface EnquiryFieldProps {
  field: FieldSpec;
  /** The initial value. */
  value?: string | undefined;
  error: string | undefined;
  /** Share of the file's upload that is done, 0 to 1. */
  progress: number | undefined;
  /** The control for a file. */
  FileControl: ComponentType<FileFieldProps> | undefined;
}

/** The control for a field's kind. */
function EnquiryField({ field, value, error, progress, FileControl }: EnquiryFieldProps) {
  const common = { name: field.name, label: field.label, error };
  if (field.kind === 'file') {
    if (!FileControl) throw new Error(`The field ${field.name} holds a file: give the form a FileControl.`);
    return <FileControl {...common} hint={field.hint} accept={UPLOAD_TYPES.join()} progress={progress} />;
  }
  const text = { ...common, required: !field.optional, defaultValue: value, maxLength: field.maxLength };
  if (field.kind === 'area') return <TextArea {...text} />;
  const { type, inputMode, pattern } = KINDS[field.kind];
  return (
    <TextField
      {...text}
      type={type}
      inputMode={inputMode}
      pattern={pattern?.source}
      autoComplete={field.autoComplete}
    />
  );
}

/** A note that stays after the alert of a failure: the typed text is kept, and there are two other ways to reach the company. */
function EnquiryKept({ company, about }: Pick<EnquirySheetProps, 'company' | 'about'>) {
  const [phone] = company.phones;
  return (
    <p className={styles.kept}>
      Not sent yet, but what you wrote is kept. Try again, call <a href={telHref(phone)}>{phone}</a> or write on{' '}
      <ChatLink company={company} about={about} />.
    </p>
  );
}

/** Thanks in the form's place. The panel takes the focus, which the hidden form has lost. */
function EnquiryThanks() {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} className={styles.thanks} role="status" tabIndex={-1}>
      <svg className={styles.knot} viewBox="0 0 120 48" aria-hidden="true">
        <path
          d="M2 34c22 0 30-26 46-26 13 0 13 22 1 22s-11-24 6-24c20 0 26 28 60 28"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeDasharray="9 5"
          strokeLinecap="round"
        />
      </svg>
      <p>{THANKS}</p>
    </div>
  );
}
