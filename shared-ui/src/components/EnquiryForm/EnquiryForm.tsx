import type { EnquiryForm as EnquiryFormName } from 'api-wire/forms';
import type { ComponentType } from 'react';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import type { FileFieldProps } from '../FileField/FileField';
import { EnquirySheet } from './EnquirySheet';
import { formOf } from './problems';
import { useEnquiry } from './sending/useEnquiry';

export interface EnquiryFormProps {
  /** Which of the four enquiries: fields, calls and outcomes follow from it. */
  form: EnquiryFormName;
  /** What the visitor was looking at: stands in the subject, or where the form has none begins the message. */
  about?: string | undefined;
  config: PublicConfig;
  shell: ShellApi;
  /** The studio's form needs one (`FileField`). The other forms have no file, and their pages load no control for it. */
  FileControl?: ComponentType<FileFieldProps> | undefined;
  /** Called when it has been saved, before any navigation. */
  onSent?(): void;
}

/** One form engine for every enquiry. Without scripts it is an ordinary form that posts to the same address. */
export function EnquiryForm({ form: name, about, config, shell, FileControl, onSent }: EnquiryFormProps) {
  const spec = formOf(name);
  const enquiry = useEnquiry({ name, config, shell, onSent });
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
