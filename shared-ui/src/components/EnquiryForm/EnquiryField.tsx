import { PATTERNS } from 'api-wire/field-rule';
import { UPLOAD_TYPES } from 'api-wire/forms';
import type { ComponentType } from 'react';
import type { FileFieldProps } from '../FileField/FileField';
import { TextArea } from '../TextArea/TextArea';
import { TextField } from '../TextField/TextField';
import type { FieldSpec } from './problems';

const INPUT_MODES = { text: undefined, email: 'email', tel: 'tel' } as const;

export interface EnquiryFieldProps {
  field: FieldSpec;
  /** What it holds before anything is typed. */
  value?: string | undefined;
  error: string | undefined;
  /** Share of the upload that is done, for the file. */
  progress: number | undefined;
  /** The control for a file. */
  FileControl: ComponentType<FileFieldProps> | undefined;
}

/** The control that a field's record asks for. */
export function EnquiryField({ field, value, error, progress, FileControl }: EnquiryFieldProps) {
  const common = { name: field.name, label: field.label, error };
  if (field.kind === 'file') {
    if (!FileControl) throw new Error(`The field ${field.name} holds a file: give the form a FileControl.`);
    return <FileControl {...common} hint={field.hint} accept={UPLOAD_TYPES.join()} progress={progress} />;
  }
  const text = { ...common, required: !field.optional, defaultValue: value, maxLength: field.maxLength };
  if (field.kind === 'area') return <TextArea {...text} />;
  return (
    <TextField
      {...text}
      type={field.kind}
      inputMode={INPUT_MODES[field.kind]}
      pattern={PATTERNS[field.kind]?.source}
      autoComplete={field.autoComplete}
    />
  );
}
