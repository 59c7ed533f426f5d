import { UPLOAD_TYPES } from 'contracts/enquiry-limits';
import { FileField } from '../FileField/FileField';
import { TextArea } from '../TextArea/TextArea';
import { TextField } from '../TextField/TextField';
import { type FieldSpec, PHONE_PATTERN } from './form-specs';

const BY_KIND = {
  text: { type: 'text' },
  email: { type: 'email', inputMode: 'email' },
  tel: { type: 'tel', inputMode: 'tel', pattern: PHONE_PATTERN },
} as const;

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
  const { name, label, kind, autoComplete, maxLength, optional = false, hint } = field;
  const common = { name, label, error, hint, required: !optional };
  if (kind === 'file') return <FileField {...common} accept={UPLOAD_TYPES.join()} progress={progress} />;
  if (kind === 'area') return <TextArea {...common} defaultValue={value} maxLength={maxLength} />;
  return (
    <TextField {...common} {...BY_KIND[kind]} autoComplete={autoComplete} defaultValue={value} maxLength={maxLength} />
  );
}
