import { type ReactNode, useId } from 'react';
import { telHref } from 'site/company-text';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import grid from '../../styles/page-grid.module.css';
import sendThread from '../../styles/send-thread.module.css';
import { ChatLink } from '../ChatLink/ChatLink';
import { EnquiryForm } from '../EnquiryForm/EnquiryForm';
import { Heading } from '../Heading/Heading';
import { Lead } from '../Lead/Lead';
import styles from './GetInTouch.module.css';

export interface GetInTouchProps {
  /** The enquiry that the form sends. */
  form: 'home' | 'contact';
  heading?: string;
  text?: ReactNode;
  /** The subject of the page, for the form and the chat. */
  about?: string;
  config: PublicConfig;
  shell: ShellApi;
}

/** The order sheet: words, phone, e-mail and chat on indigo, and the form on a sheet pinned over it. */
export function GetInTouch({ form, heading = 'Get In Touch', text, about, config, shell }: GetInTouchProps) {
  const headingId = useId();
  const [phone] = config.company.phones;
  return (
    <section
      className={`${grid.columns} ${sendThread.thread} ${styles.section}`}
      data-ground="indigo"
      aria-labelledby={headingId}
    >
      <div className={styles.words}>
        <Heading level={2} id={headingId}>
          {heading}
        </Heading>
        {text && <Lead>{text}</Lead>}
        <ul className={styles.lines}>
          <li>
            <a href={telHref(phone)}>{phone}</a>
          </li>
          <li>
            <a href={`mailto:${config.company.email}`}>{config.company.email}</a>
          </li>
          <li>
            <ChatLink company={config.company} about={about} />
          </li>
        </ul>
      </div>
      <div className={styles.sheet} data-unprinted data-ground="sheet">
        <EnquiryForm form={form} about={about} config={config} shell={shell} />
      </div>
    </section>
  );
}
