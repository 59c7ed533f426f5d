import { useRemote } from '@wholepage/remote-kit';
import { useState } from 'react';
import { Dialog } from 'shared-ui/Dialog';
import { telHref } from 'site/company-text';
import { type SiteEnvironment, useFill } from 'site/remote';
import type { Offer } from '../../content/courses';
import { enrolment } from '../../content/enrolment';
import { chargeOf, priceOf } from '../../lib/price';
import type { Details } from '../details';
import { keepDraft, readDraft } from '../draft';
import { useEnrolment } from '../useEnrolment';
import styles from './EnrolmentDialog.module.css';
import { EnrolmentForm } from './EnrolmentForm';

export interface EnrolmentDialogProps {
  /** What is enrolled in; undefined while nothing is chosen, and the dialog is closed. */
  offer: Offer | undefined;
  /** How the alert of a failed payment begins, trailing space included. */
  failurePrefix: string;
  onClose(): void;
}

/** Name, e-mail and phone, then the payment; of a course that takes nobody, why. What is typed outlives closing, failing and reloading. */
export function EnrolmentDialog({ offer: wanted, failurePrefix, onClose }: EnrolmentDialogProps) {
  const { config, shell } = useRemote<SiteEnvironment>();
  const fill = useFill();
  const { phase, offer, failed, pay } = useEnrolment(wanted, failurePrefix);
  const [typed, setTyped] = useState<Details>();
  const busy = phase === 'opening' || phase === 'confirming';

  const change = (details: Details) => {
    setTyped(details);
    keepDraft(details);
  };

  return (
    <Dialog
      open={offer !== undefined && phase !== 'paying'}
      // A payment that is being opened or confirmed cannot be called back by closing its form.
      onClose={() => !busy && onClose()}
      title={fill(enrolment.title)}
      size="l"
      closeOnBackdrop={false}
    >
      {offer && (
        <div className={styles.sheet}>
          <PriceTag offer={offer} />
          {offer.status === 'full' || offer.status === 'closed' ? (
            <p className={styles.text}>{fill(enrolment.withoutForm[offer.status])}</p>
          ) : (
            <>
              <p className={styles.text}>{fill(enrolment.text)}</p>
              <EnrolmentForm
                details={typed ?? readDraft()}
                phase={phase}
                failed={failed}
                onChange={change}
                onPay={pay}
                alert={shell.alert}
                charge={chargeOf(offer, config.company.gst)}
              />
            </>
          )}
          <ContactLines />
        </div>
      )}
    </Dialog>
  );
}

/** A swing tag on its thread: which course, and what it costs. */
function PriceTag({ offer }: { offer: Offer }) {
  return (
    <p className={styles.tag}>
      <span className={styles.course}>{offer.label}</span>
      <strong className={styles.price}>{priceOf(offer)}</strong>
    </p>
  );
}

interface ContactLinesProps {
  /** When the money is given back, where the owner has said so. */
  refunds?: string;
}

/** What to know and whom to ask before paying. */
export function ContactLines({ refunds = enrolment.refunds }: ContactLinesProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  const [phone] = company.phones;
  return (
    <div className={styles.contact}>
      {refunds && <p>{refunds}</p>}
      <p>{enrolment.contact}</p>
      <p className={styles.lines}>
        <a href={telHref(phone)}>{phone}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
    </div>
  );
}
