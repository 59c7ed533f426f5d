import { type ClipboardEvent, type FormEvent, type ReactNode, useId, useState } from 'react';
import { ErrorText } from '../ErrorText/ErrorText';
import styles from './Field.module.css';

/** What a control inside a field must carry, so that its label, hint and error are read with it. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** What a field says around its control. */
export interface FieldTexts {
  /** Always visible. */
  label: string;
  /** Help that is read before typing: a format, a reason. */
  hint?: string | undefined;
  /** Says what is wrong, in words; marks the control as invalid. */
  error?: string | undefined;
  /** Fields are taken as required; those that are not say so. */
  required?: boolean | undefined;
}

export interface FieldProps extends FieldTexts {
  /** Draws the control, which takes these attributes. */
  children: (control: ControlAttributes) => ReactNode;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;
const isText = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** Whether the control's `maxlength` will cut what is pasted. Inputs for e-mail know no selection: all that they hold counts. */
const isCut = ({ maxLength, value, selectionStart, selectionEnd }: TextControl, pasted: string): boolean =>
  maxLength > 0 &&
  value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + pasted.replace(/\r\n/g, '\n').length > maxLength;

/** Label, hint, control and error, tied together. TextField, TextArea and FileField are made of it. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  /** As many characters as fit, once a paste had more. */
  const [cutAt, setCutAt] = useState<number>();
  const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    if (isText(target)) setCutAt(isCut(target, clipboardData.getData('text')) ? target.maxLength : undefined);
  };
  const onInput = ({ target }: FormEvent) => {
    if (cutAt !== undefined && isText(target) && target.value.length < cutAt) setCutAt(undefined);
  };
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field} data-invalid={error ? true : undefined} onPaste={onPaste} onInput={onInput}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!required && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      <div aria-live="polite" className={styles.hint}>
        {cutAt !== undefined &&
          `Only the first ${cutAt.toLocaleString('en-IN')} characters fit: the end of what you pasted is missing.`}
      </div>
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  );
}

/** What the mark beside a label means. Screen readers say it of each field. */
export const RequiredLegend = () => (
  <p className={styles.legend} aria-hidden="true">
    required
  </p>
);
