import { useRemote } from '@wholepage/remote-kit';
import { useState } from 'react';
import { Dialog } from 'shared-ui/Dialog';
import { type SiteEnvironment, useFill } from 'site/remote';
import type { Offer } from '../../content/courses';
import { enrolment } from '../../content/enrolment';
import { chargeOf } from '../../lib/price';
import type { Details } from '../details';
import { keepDraft, readDraft } from '../draft';
import { useEnrolment } from '../useEnrolment';
import { ContactLines } from './ContactLines';
import styles from './EnrolmentDialog.module.css';
import { EnrolmentForm } from './EnrolmentForm';
import { PriceTag } from './PriceTag';

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
