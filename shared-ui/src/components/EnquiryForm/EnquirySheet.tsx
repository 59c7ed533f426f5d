import { FILL_SECONDS_FIELD, HONEYPOT_FIELD, SUBMISSION_FIELD } from 'contracts/enquiry-limits';
import { Button } from '../Button/Button';
import { ErrorText } from '../ErrorText/ErrorText';
import { Spinner } from '../Spinner/Spinner';
import { EnquiryField } from './EnquiryField';
import styles from './EnquiryForm.module.css';
import { EnquiryThanks } from './EnquiryThanks';
import type { FormSpec } from './form-specs';
import type { Enquiry } from './useEnquiry';

export interface EnquirySheetProps {
  /** Fields, address and labels. */
  spec: FormSpec;
  /** Where it is posted to without scripts. */
  action: string;
  /** Where the enquiry stands, and what to call. */
  enquiry: Enquiry;
}

/** An enquiry as it stands: to be filled in, on its way, failed, or thanked for. */
export function EnquirySheet({ spec, action, enquiry }: EnquirySheetProps) {
  const { form, sending, progress, problems, failure, sent, onSubmit, onInput } = enquiry;
  return (
    <>
      {sent && <EnquiryThanks />}
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
        {spec.fields.map((field) => (
          <div key={field.name} className={styles.cell} data-half={field.half}>
            <EnquiryField field={field} error={problems[field.name]} progress={progress} />
          </div>
        ))}
        {/* Without a value of React's: it would be put back to that on every render. */}
        <input type="hidden" name={SUBMISSION_FIELD} />
        <input type="hidden" name={FILL_SECONDS_FIELD} />
        <div className={styles.trap} aria-hidden="true">
          <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
        </div>
        <div className={styles.foot}>
          {failure && <ErrorText>{failure}</ErrorText>}
          <Button type="submit" busy={sending}>
            {sending && !spec.mail && <Spinner />}
            {sending ? 'Sending...' : spec.idle}
          </Button>
        </div>
      </form>
    </>
  );
}
