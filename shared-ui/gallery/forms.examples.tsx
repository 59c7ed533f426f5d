import type { FormName } from 'api-wire/forms';
import { useEffect, useRef } from 'react';
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
import { type Enquiry, formOf } from '../src/components/EnquiryForm/useEnquiry';
import type { Catalogue } from './samples';
import { quietShell, sampleConfig } from './samples';

const EmptyForm = ({ form }: { form: FormName }) => (
  <div data-ground="sheet">
    <EnquiryForm form={form} config={sampleConfig} shell={quietShell} FileControl={FileField} />
  </div>
);

const nothing = () => undefined;

interface HeldProps extends Partial<Pick<Enquiry, 'state' | 'problems'>> {
  form: FormName;
}

function Held({ form, state = { phase: 'idle' }, problems = {} }: HeldProps) {
  const element = useRef<HTMLFormElement>(null);
  const enquiry = { form: element, state, problems, onSubmit: nothing, onInput: nothing };
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

const SWATCH =
  '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144"><path d="M0 0h144v144H0z" fill="#22305f"/></svg>';

/** A file field with a chosen file, which is set as a drop sets it. */
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
  Button: {
    variants: (
      <p>
        <Button>Let's Get Started</Button> <Button variant="secondary">Download Brochure</Button>{' '}
        <Button variant="quiet">Read the whole story</Button>
      </p>
    ),
    disabled: (
      <p>
        <Button disabled>Let's Get Started</Button>{' '}
        <Button variant="secondary" disabled>
          Download Brochure
        </Button>
      </p>
    ),
    busy: <Button busy>Sending...</Button>,
    'on indigo': (
      <div data-ground="indigo">
        <Button>Let's Get Started</Button> <Button variant="secondary">Download Brochure</Button>{' '}
        <Button variant="quiet">Read the whole story</Button>
      </div>
    ),
  },
  ChatLink: { chat: <ChatLink company={{ chat: '919840000000' }} about="Aviation" /> },
  EnquiryButton: { default: <EnquiryButton onOpen={quietShell.openEnquiry}>Let's Get Started</EnquiryButton> },
  EnquiryForm: {
    home: <EmptyForm form="home" />,
    modal: <EmptyForm form="modal" />,
    contact: <EmptyForm form="contact" />,
    studio: <EmptyForm form="studio" />,
    incomplete: (
      <Held form="modal" problems={{ name: 'Please enter your name.', message: 'Please enter your message.' }} />
    ),
    sending: <Held form="modal" state={{ phase: 'sending' }} />,
    'studio, sending': <Held form="studio" state={{ phase: 'sending', progress: 0.6 }} />,
    failed: <Held form="modal" state={{ phase: 'failed', reason: 'Database save failed: the disk is full' }} />,
    sent: <Held form="modal" state={{ phase: 'thanked' }} />,
  },
  ErrorText: { default: <ErrorText>Something went wrong.</ErrorText> },
  FileField: {
    empty: (
      <FileField
        name="inspirations[]"
        label="Your inspiration"
        accept="image/*,application/pdf"
        hint="A picture or a PDF, up to 10 MB."
      />
    ),
    chosen: <Chosen />,
    sending: <Chosen progress={0.4} />,
    error: (
      <FileField
        name="inspirations[]"
        label="Your inspiration"
        error="Please choose a JPEG, PNG, WebP or GIF picture, or a PDF."
      />
    ),
  },
  GetInTouch: {
    home: (
      <GetInTouch
        form="home"
        text="Tell us who wears it, and where. A pattern cutter answers within two working days."
        config={sampleConfig}
        shell={quietShell}
      />
    ),
  },
  LinkButton: {
    variants: (
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
  OwnLabel: {
    'field and label': (
      <div>
        <WovenName placeholder="Your name here" />
        <OwnLabelField label="Whose name goes in it?" hint="It is kept on this browser alone." />
      </div>
    ),
  },
  PrivacyNotice: {
    'beside a form': <PrivacyNotice notice={ENQUIRY_NOTICE} email="hello@example.com" />,
    'beside an enrolment': <PrivacyNotice notice={ENROLMENT_NOTICE} email="hello@example.com" />,
  },
  TextArea: {
    empty: <TextArea name="message" label="Message" required />,
    filled: (
      <TextArea
        name="message"
        label="Message"
        required
        defaultValue={'Forty front-of-house sets for a resort in Kovalam.\nLinen, two colours.'}
      />
    ),
    error: <TextArea name="message" label="Message" required error="Please enter your message." />,
  },
  TextField: {
    empty: <TextField name="fname" label="First name" autoComplete="given-name" required />,
    hint: (
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        hint="With country code if abroad."
        defaultValue="+91 98400 00000"
        required
      />
    ),
    error: (
      <TextField
        name="email"
        type="email"
        label="Email"
        error="Please enter an email address such as name@example.com."
        defaultValue="meena@"
        required
      />
    ),
    'read only': <TextField name="course" label="Course" defaultValue="Online Course" readOnly required />,
    optional: <TextField name="company" label="Organisation" />,
  },
};
