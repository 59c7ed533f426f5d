import { useRemote } from '@wholepage/remote-kit';
import { useId } from 'react';
import { ChatLink } from 'shared-ui/ChatLink';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Signpost } from 'shared-ui/Signpost';
import { telHref } from 'site/company-text';
import { pageHead } from 'site/page-head';
import { definePage, type SiteEnvironment } from 'site/remote';
import { OrderSheet } from '../../components/OrderSheet/OrderSheet';
import raw from '../../content/contact.content.json';
import type { Content } from '../../content/schema';
import styles from './contact.module.css';

/** The build checks the record by `schema.ts`. */
const contact = raw as Content['contact'];

function Contact() {
  return (
    <>
      <Details />
      <Practical {...contact.practical} />
      <Signpost {...contact.signpost} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({ head: pageHead(contact.meta, context, { label: contact.banner.heading }), data: null }),
  Page: Contact,
});

/** The opening: phone numbers that can be read from across a desk, and the contact form; then e-mail, chat and address. */
function Details() {
  const { company } = useRemote<SiteEnvironment>().config;
  const { banner, details } = contact;
  const { heading, phones, email, chat, address } = details;
  const id = useId();
  return (
    <OrderSheet form="contact" ground="paper" labelledBy={id} inFirstView>
      <div className={styles.opening}>
        <Label>{banner.label}</Label>
        <Heading level={1} size="display" id={id}>
          {banner.heading}
        </Heading>
        <p className={styles.text}>{banner.text}</p>
      </div>
      <dl className={styles.list}>
        <div className={styles.entry}>
          <dt>{phones}</dt>
          {company.phones.map((phone) => (
            <dd key={phone} className={styles.phone}>
              <a href={telHref(phone)}>{phone}</a>
            </dd>
          ))}
          {company.hours?.map((line) => (
            <dd key={line} className={styles.hours}>
              {line}
            </dd>
          ))}
        </div>
      </dl>
      <Heading level={2} size="section">
        {heading}
      </Heading>
      <dl className={styles.list}>
        <div className={styles.entry}>
          <dt>{email}</dt>
          <dd>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </dd>
        </div>
        <div className={styles.entry}>
          <dt>{chat}</dt>
          <dd>
            <ChatLink company={company} />
          </dd>
        </div>
        <div className={styles.entry}>
          <dt>{address}</dt>
          <dd>
            <address className={styles.address}>
              {company.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </dd>
        </div>
      </dl>
      <Picture picture={banner.picture} ratio="16/9" className={styles.picture} />
    </OrderSheet>
  );
}

interface PracticalProps {
  heading: string;
  /** Facts that the owner fills in; a line with an empty value is left out. */
  facts: readonly { name: string; value: string }[];
}

/** Facts that a buyer asks for before an enquiry, such as minimum order and lead time. Without any value, nothing is shown. */
export function Practical({ heading, facts }: PracticalProps) {
  const known = facts.filter(({ value }) => value !== '');
  if (known.length === 0) return null;
  return (
    <Section layout="aside" ground="cloth" heading={heading}>
      <dl className={styles.facts}>
        {known.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
