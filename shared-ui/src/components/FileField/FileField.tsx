import { type ChangeEvent, forwardRef, type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
import { cx } from '../../lib/cx';
import { Field } from '../Field/Field';
import styles from './FileField.module.css';
import { FilePreview } from './FilePreview';

export interface FileFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> {
  name: string;
  /** Always visible. */
  label: string;
  /** Kinds that may be chosen, as the `accept` attribute has them. */
  accept?: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Share of the file that is sent, 0 to 1; undefined when nothing is being sent. */
  progress?: number | undefined;
}

/**
 * Chooses one file. The native input lies over the whole drop zone. Clicking, dropping, the keyboard and a page without
 * scripts are the browser's own. Scripts add the preview and the progress. Its ref is the input's.
 */
export const FileField = forwardRef<HTMLInputElement, FileFieldProps>(function FileField(
  { label, hint, error, required, progress, className, onChange, ...rest },
  ref,
) {
  const [file, setFile] = useState<File>();
  const zone = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A form's reset empties the input without a change event.
    const form = zone.current?.closest('form');
    const forget = () => setFile(undefined);
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, []);

  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    setFile(event.currentTarget.files?.[0]);
    onChange?.(event);
  };

  const remove = () => {
    const input = zone.current?.querySelector('input');
    if (!input) return;
    input.value = '';
    // These two events report a visitor's change; listeners learn of the removal in the same way.
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
    input.focus();
  };

  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className={styles.zone} ref={zone} data-filled={file ? true : undefined}>
          <input
            {...rest}
            {...control}
            ref={ref}
            type="file"
            required={required}
            className={cx(styles.input, className)}
            onChange={changed}
          />
          {file ? <FilePreview file={file} /> : <Invitation />}
          {file && progress === undefined && (
            <button type="button" className={styles.remove} onClick={remove} aria-label={`Remove ${file.name}`}>
              Remove
            </button>
          )}
          {progress !== undefined && (
            <progress className={styles.progress} max={1} value={progress} aria-label="Upload progress" />
          )}
        </div>
      )}
    </Field>
  );
});

function Invitation() {
  return (
    <div className={styles.invitation} aria-hidden="true">
      <svg className={styles.pin} viewBox="0 0 32 40" width="32" height="40" aria-hidden="true">
        <path d="M16 22v16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        <circle cx="16" cy="12" r="9" fill="currentColor" />
      </svg>
      <p>
        Pin a file here, or <span className={styles.browse}>choose one</span>
      </p>
    </div>
  );
}
