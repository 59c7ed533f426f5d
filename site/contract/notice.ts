/** Form field with the version of the notice beside the form. */
export const NOTICE_FIELD = 'notice';

/** Days after which a nightly job of the API erases each kind; 0 keeps it for ever. The notices below state two of them. */
export const RETENTION_DAYS = {
  /** A tender may come back two seasons later. */
  enquiries: 730,
  /** Time enough to find a mistake. */
  suspects: 90,
  /** Evidence that something was sent. */
  mails: 90,
  quarantine: 90,
  /** Eight years, as books of account. */
  enrolments: 2922,
  webhooks: 365,
};

export interface Notice {
  /** Stored with every submission, as evidence of the text that the sender had read. A changed word needs a new version. */
  version: string;
  /** The text before the e-mail address at its end. It states the time of its kind in `RETENTION_DAYS`. */
  text: string;
}

/** Notice beside enquiry forms. */
export const ENQUIRY_NOTICE: Notice = {
  version: '2026-11.3',
  text: 'We use what you send to answer you, keep it for up to two years and pass it to nobody but the service that carries our mail. To see, correct or erase it, write to',
};

/** Notice beside the enrolment form. */
export const ENROLMENT_NOTICE: Notice = {
  version: '2026-11.2',
  text: 'We use what you write here to hold your place, agree your dates and send receipts, and keep it for up to eight years, as accounts are kept. The payment provider gets it for the payment; nobody else does. To see, correct or erase it, write to',
};
