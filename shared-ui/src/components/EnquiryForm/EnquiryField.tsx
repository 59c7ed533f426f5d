import { UPLOAD_TYPES } from 'api-wire/enquiry-limits';
import { PATTERNS } from 'api-wire/field-rule';
import { FileField } from '../FileField/FileField';
import { TextArea } from '../TextArea/TextArea';
import { TextField } from '../TextField/TextField';
import type { FieldSpec } from './form-specs';

const INPUT_MODES = { text: undefined, email: 'email', tel: 'tel' } as const;

export interface EnquiryFieldProps {
  field: FieldSpec;
  /** What it holds before anything is typed. */
  value?: string | undefined;
  error: string | undefined;
  /** Share of the upload that is done, for the file. */
  progress: number | undefined;
}

/** The control that a field's record asks for. */
export function EnquiryField({ field, value, error, progress }: EnquiryFieldProps) {
  const common = { name: field.name, label: field.label, error };
  if (field.kind === 'file')
    return <FileField {...common} hint={field.hint} accept={UPLOAD_TYPES.join()} progress={progress} />;
  const text = { ...common, required: true, defaultValue: value, maxLength: field.maxLength };
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
