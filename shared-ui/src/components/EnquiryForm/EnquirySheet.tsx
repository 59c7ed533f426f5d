import type { FormDeclaration } from 'api-wire/forms';
import { FILL_SECONDS_FIELD, HONEYPOT_FIELD, SUBMISSION_FIELD } from 'api-wire/forms';
import type { ComponentType } from 'react';
import type { Company } from 'site/config';
import { ENQUIRY_NOTICE } from 'site/notice';
import { Button } from '../Button/Button';
import { ErrorText } from '../ErrorText/ErrorText';
import { RequiredLegend } from '../Field/Field';
import type { FileFieldProps } from '../FileField/FileField';
import { WovenName } from '../OwnLabel/OwnLabel';
import { useOwnLabel } from '../OwnLabel/own-label';
import { PrivacyNotice } from '../PrivacyNotice/PrivacyNotice';
import { Spinner } from '../Spinner/Spinner';
import { EnquiryField } from './EnquiryField';
import styles from './EnquiryForm.module.css';
import { EnquiryKept } from './EnquiryKept';
import { EnquiryThanks } from './EnquiryThanks';
import { controlsOf, type FieldSpec } from './problems';
import type { Enquiry } from './sending/useEnquiry';

export interface EnquirySheetProps {
  /** Fields, address and labels. */
  spec: FormDeclaration;
  /** Where it is posted to without scripts. */
  action: string;
  /** What the visitor was looking at. */
  about?: string | undefined;
  /** Whom to reach when it cannot be sent, and to write to about one's data. */
  company: Company;
  /** Where the enquiry stands, and what to call. */
  enquiry: Enquiry;
  /** The control for the file of the studio's form. */
  FileControl?: ComponentType<FileFieldProps> | undefined;
}

/** What a field holds before anything is typed: what the visitor was looking at, and the name of their own label. */
const initialValue = ({ fields }: FormDeclaration, { name }: FieldSpec, about = '', label = ''): string | undefined => {
  if (!about && !label) return undefined;
  const whom = label && `${about ? ', for' : 'For'} ${label}`;
  if (name === 'subject') return about + whom;
  const bySubject = fields.some((field) => field.name === 'subject');
  return name === 'message' && !bySubject ? `${about && `About ${about}`}${whom}: ` : undefined;
};

/** An enquiry as it stands: to be filled in, on its way, failed, or thanked for. */
export function EnquirySheet({ spec, action, about, company, enquiry, FileControl }: EnquirySheetProps) {
  const label = useOwnLabel().trim();
  const { form, sending, waiting, progress, problems, failure, sent, onSubmit, onInput } = enquiry;
  return (
    <>
      {sent && <EnquiryThanks />}
      {label && (
        <div className={styles.own}>
          <WovenName />
        </div>
      )}
      <form
        ref={form}
        className={styles.form}
        hidden={sent}
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
              progress={progress}
              FileControl={FileControl}
            />
          </div>
        ))}
        {/* Without a value of React's: it would be put back to that on every render. */}
        <input type="hidden" name={SUBMISSION_FIELD} />
        <input type="hidden" name={FILL_SECONDS_FIELD} />
        <div className={styles.trap} aria-hidden="true">
          <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
        </div>
        <div className={styles.foot}>
          <PrivacyNotice notice={ENQUIRY_NOTICE} email={company.email} />
          {waiting && (
            <p role="alert" className={styles.kept}>
              You are offline. What you wrote is kept, and is sent by itself as soon as the line is back.
            </p>
          )}
          {failure && spec.thanks === 'panel' && <ErrorText>{failure}</ErrorText>}
          {failure && <EnquiryKept company={company} about={about} />}
          <Button type="submit" busy={sending}>
            {sending && !spec.mail && <Spinner />}
            {sending ? 'Sending...' : spec.submit}
          </Button>
        </div>
      </form>
    </>
  );
}
