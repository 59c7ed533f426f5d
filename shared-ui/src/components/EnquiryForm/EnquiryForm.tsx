import type { PublicConfig } from 'contracts/config';
import { HONEYPOT_FIELD, SUBMISSION_FIELD } from 'contracts/enquiry-limits';
import type { ShellApi } from 'contracts/mount';
import { Button } from '../Button/Button';
import { ErrorText } from '../ErrorText/ErrorText';
import { Spinner } from '../Spinner/Spinner';
import { EnquiryField } from './EnquiryField';
import styles from './EnquiryForm.module.css';
import { EnquiryThanks } from './EnquiryThanks';
import { type EnquiryFormName, FORM_SPECS } from './form-specs';
import { useEnquiry } from './useEnquiry';

export interface EnquiryFormProps {
  /** Which of the four enquiries: fields, calls and outcomes follow from it. */
  form: EnquiryFormName;
  config: PublicConfig;
  shell: ShellApi;
  /** Called when it has been saved, before any navigation. */
  onSent?(): void;
}

/** One form engine for every enquiry. Without scripts it is an ordinary form that posts to the same address. */
export function EnquiryForm({ form: name, config, shell, onSent }: EnquiryFormProps) {
  const spec = FORM_SPECS[name];
  const { form, sending, progress, problems, failure, sent, onSubmit, onInput } = useEnquiry({
    name,
    config,
    shell,
    onSent,
  });

  return (
    <>
      {sent && <EnquiryThanks />}
      <form
        ref={form}
        className={styles.form}
        hidden={sent}
        method="post"
        action={config.hosts[spec.host] + spec.path}
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
