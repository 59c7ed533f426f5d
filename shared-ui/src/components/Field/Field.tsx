import { type ClipboardEvent, type FormEvent, type ReactNode, useId, useState } from 'react';
import { ErrorText } from '../ErrorText/ErrorText';
import styles from './Field.module.css';

/** Attributes that tie a control to the label, hint and error of its field. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Texts of a field around its control. */
export interface FieldTexts {
  /** Always visible. */
  label: string;
  /** Help that is read before typing: a format, a reason. */
  hint?: string | undefined;
  /** The problem in words. It marks the control as invalid. */
  error?: string | undefined;
  /** Default: false, which adds "(optional)" to the label. */
  required?: boolean | undefined;
}

export interface FieldProps extends FieldTexts {
  /** Renders the control with these attributes. */
  children: (control: ControlAttributes) => ReactNode;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;
const isText = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** True when the control's `maxlength` cuts the pasted text. E-mail inputs have no selection: their whole value counts. */
const isCut = ({ maxLength, value, selectionStart, selectionEnd }: TextControl, pasted: string): boolean =>
  maxLength > 0 &&
  value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + pasted.replace(/\r\n/g, '\n').length > maxLength;

/** Label, hint, control and error, tied together. TextField, TextArea and FileField build on it. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  /** The control's `maxlength`, after a paste that exceeded it. */
  const [cutAt, setCutAt] = useState<number>();
  const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    if (isText(target)) setCutAt(isCut(target, clipboardData.getData('text')) ? target.maxLength : undefined);
  };
  const onInput = ({ target }: FormEvent) => {
    if (cutAt !== undefined && isText(target) && target.value.length < cutAt) setCutAt(undefined);
  };
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field} onPaste={onPaste} onInput={onInput}>
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

/** Explains the mark beside labels. It is hidden from screen readers, which announce each required field. */
export const RequiredLegend = () => (
  <p className={styles.legend} aria-hidden="true">
    required
  </p>
);
