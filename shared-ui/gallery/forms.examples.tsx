import type { EnquiryForm as EnquiryFormName } from 'api-wire/forms';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Button } from 'shared-ui/Button';
import { ChatLink } from 'shared-ui/ChatLink';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { EnquiryForm } from 'shared-ui/EnquiryForm';
import { ErrorText } from 'shared-ui/ErrorText';
import { FileField } from 'shared-ui/FileField';
import { GetInTouch } from 'shared-ui/GetInTouch';
import { LinkButton } from 'shared-ui/LinkButton';
import { OwnLabelField, WovenName } from 'shared-ui/OwnLabel';
import { PrivacyNotice } from 'shared-ui/PrivacyNotice';
import { TextArea } from 'shared-ui/TextArea';
import { TextField } from 'shared-ui/TextField';
import { ENQUIRY_NOTICE, ENROLMENT_NOTICE } from 'site/notice';
import { EnquirySheet } from '../src/components/EnquiryForm/EnquiryForm';
import { formOf } from '../src/components/EnquiryForm/problems';
import type { Enquiry } from '../src/components/EnquiryForm/useEnquiry';
import type { Catalogue, Example } from './samples';
import { quietShell, sampleConfig } from './samples';

const emptyForm = (form: EnquiryFormName): Example => ({
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

const SWATCH =
  '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144"><path d="M0 0h144v144H0z" fill="#22305f"/></svg>';

/** A visitor's choice, made the way a drop makes it. */
function Chosen({ progress }: { progress?: number }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current || !('DataTransfer' in globalThis)) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([SWATCH.repeat(900)], 'lobby-jacket-with-a-long-name.svg', { type: 'image/svg+xml' }));
    input.current.files = chosen.files;
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return <FileField ref={input} name="inspirations[]" label="Your inspiration" progress={progress} />;
}

/** Buttons, fields and the forms that they make. */
export const FORMS: Catalogue = {
  Button: [
    {
      name: 'variants',
      render: () => (
        <p>
          <Button>Let's Get Started</Button> <Button variant="secondary">Download Brochure</Button>{' '}
          <Button variant="quiet">Read the whole story</Button>
        </p>
      ),
    },
    {
      name: 'disabled',
      render: () => (
        <p>
          <Button disabled>Let's Get Started</Button>{' '}
          <Button variant="secondary" disabled>
            Download Brochure
          </Button>
        </p>
      ),
    },
    { name: 'busy', render: () => <Button busy>Sending...</Button> },
    {
      name: 'on indigo',
      render: () => (
        <div data-ground="indigo">
          <Button>Let's Get Started</Button> <Button variant="secondary">Download Brochure</Button>{' '}
          <Button variant="quiet">Read the whole story</Button>
        </div>
      ),
    },
  ],
  ChatLink: [{ name: 'chat', render: () => <ChatLink company={{ chat: '919840000000' }} about="Aviation" /> }],
  EnquiryButton: [
    { name: 'default', render: () => <EnquiryButton onOpen={quietShell.openEnquiry}>Let's Get Started</EnquiryButton> },
  ],
  EnquiryForm: [
    emptyForm('home'),
    emptyForm('modal'),
    emptyForm('contact'),
    emptyForm('studio'),
    held('incomplete', {
      form: 'modal',
      problems: { name: 'Please enter your name.', message: 'Please enter your message.' },
    }),
    held('sending', { form: 'modal', sending: true }),
    held('studio, sending', { form: 'studio', sending: true, progress: 0.6 }),
    held('failed', { form: 'modal', failure: 'Database save failed: the disk is full' }),
    held('sent', { form: 'modal', sent: true }),
  ],
  ErrorText: [{ name: 'default', render: () => <ErrorText>Something went wrong.</ErrorText> }],
  FileField: [
    {
      name: 'empty',
      render: () => (
        <FileField
          name="inspirations[]"
          label="Your inspiration"
          accept="image/*,application/pdf"
          hint="A picture or a PDF, up to 10 MB."
        />
      ),
    },
    { name: 'chosen', render: () => <Chosen /> },
    { name: 'sending', render: () => <Chosen progress={0.4} /> },
    {
      name: 'error',
      render: () => (
        <FileField name="inspirations[]" label="Your inspiration" error="Please choose a picture or a PDF." />
      ),
    },
  ],
  GetInTouch: [
    {
      name: 'home',
      render: () => (
        <GetInTouch
          form="home"
          text="Tell us who wears it, and where. A pattern cutter answers within two working days."
          config={sampleConfig}
          shell={quietShell}
        />
      ),
    },
  ],
  LinkButton: [
    {
      name: 'variants',
      render: () => (
        <p>
          <LinkButton href="#home">Back home</LinkButton>{' '}
          <LinkButton href="#courses" variant="secondary">
            See the courses
          </LinkButton>{' '}
          <LinkButton href="#post" variant="quiet">
            Read the post
          </LinkButton>
        </p>
      ),
    },
  ],
  OwnLabel: [
    {
      name: 'field and label',
      render: () => (
        <div>
          <WovenName placeholder="Your name here" />
          <OwnLabelField label="Whose name goes in it?" hint="It is kept on this browser alone." />
        </div>
      ),
    },
  ],
  PrivacyNotice: [
    { name: 'beside a form', render: () => <PrivacyNotice notice={ENQUIRY_NOTICE} email="hello@example.com" /> },
    {
      name: 'beside an enrolment',
      render: () => <PrivacyNotice notice={ENROLMENT_NOTICE} email="hello@example.com" />,
    },
  ],
  TextArea: [
    { name: 'empty', render: () => <TextArea name="message" label="Message" required /> },
    {
      name: 'filled',
      render: () => (
        <TextArea
          name="message"
          label="Message"
          required
          defaultValue={'Forty front-of-house sets for a resort in Kovalam.\nLinen, two colours.'}
        />
      ),
    },
    {
      name: 'error',
      render: () => <TextArea name="message" label="Message" required error="Please enter your message." />,
    },
  ],
  TextField: [
    { name: 'empty', render: () => <TextField name="fname" label="First name" autoComplete="given-name" required /> },
    {
      name: 'hint',
      render: () => (
        <TextField
          name="phone"
          type="tel"
          label="Phone"
          hint="With country code if abroad."
          defaultValue="+91 98400 00000"
          required
        />
      ),
    },
    {
      name: 'error',
      render: () => (
        <TextField
          name="email"
          type="email"
          label="Email"
          error="Please enter an email address such as name@example.com."
          defaultValue="meena@"
          required
        />
      ),
    },
    {
      name: 'read only',
      render: () => <TextField name="course" label="Course" defaultValue="Online Course" readOnly required />,
    },
    { name: 'optional', render: () => <TextField name="company" label="Organisation" /> },
  ],
};
