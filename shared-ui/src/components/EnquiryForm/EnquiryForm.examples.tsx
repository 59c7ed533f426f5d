import type { EnquiryForm as EnquiryFormName } from 'api-wire/forms';
import { type ComponentProps, useRef } from 'react';
import type { Example } from '../../samples/example';
import { quietShell, sampleConfig } from '../../samples/site';
import { FileField } from '../FileField/FileField';
import { EnquiryForm } from './EnquiryForm';
import { EnquirySheet } from './EnquirySheet';
import { formOf } from './problems';
import type { Enquiry } from './sending/useEnquiry';

const of = (form: EnquiryFormName): Example => ({
  name: form,
  render: () => (
    <div data-ground="sheet">
      <EnquiryForm form={form} config={sampleConfig} shell={quietShell} FileControl={FileField} />
    </div>
  ),
});

const nothing = () => undefined;
const IDLE = { sending: false, waiting: false, progress: undefined, problems: {}, failure: undefined, sent: false };

function Held({ form, ...state }: { form: EnquiryFormName } & Partial<Omit<Enquiry, 'form'>>) {
  const element = useRef<HTMLFormElement>(null);
  const enquiry = { ...IDLE, form: element, onSubmit: nothing, onInput: nothing, ...state };
  return (
    <div data-ground="sheet">
      <EnquirySheet
        company={sampleConfig.company}
        spec={formOf(form)}
        action="/"
        enquiry={enquiry}
        FileControl={FileField}
      />
    </div>
  );
}

const held = (name: string, props: ComponentProps<typeof Held>): Example => ({
  name,
  render: () => <Held {...props} />,
});

export const examples: Example[] = [
  of('home'),
  of('modal'),
  of('contact'),
  of('studio'),
  held('incomplete', {
    form: 'modal',
    problems: { name: 'Please enter your name.', message: 'Please enter your message.' },
  }),
  held('sending', { form: 'modal', sending: true }),
  held('studio, sending', { form: 'studio', sending: true, progress: 0.6 }),
  held('failed', { form: 'modal', failure: 'Database save failed: the disk is full' }),
  held('sent', { form: 'modal', sent: true }),
];
