/** Form field that carries the version of the notice that stood beside a form. */
export const NOTICE_FIELD = 'notice';

/** After how many days a nightly job of the API erases each kind; 0 keeps it for ever. The notices below name two of them in words. */
export const RETENTION_DAYS = {
  /** A tender may come back two seasons later. */
  enquiries: 730,
  /** Time enough to find a mistake. */
  suspects: 90,
  /** To show that something was sent. */
  mails: 90,
  quarantine: 90,
  /** Eight years, as books of account. */
  enrolments: 2922,
  webhooks: 365,
};

export interface Notice {
  /** Kept with every submission, so that it can be shown later what somebody had read. A changed word is a new version. */
  version: string;
  /** Up to the address at its end. The time that it names is that of its kind in `RETENTION_DAYS`. */
  text: string;
}

/** What stands beside forms for enquiries. */
export const ENQUIRY_NOTICE: Notice = {
  version: '2026-11.3',
  text: 'We use what you send to answer you, keep it for up to two years and pass it to nobody but the service that carries our mail. To see, correct or erase it, write to',
};

/** What stands beside the form for enrolments. */
export const ENROLMENT_NOTICE: Notice = {
  version: '2026-11.2',
  text: 'We use what you write here to hold your place, agree your dates and send receipts, and keep it for up to eight years, as accounts are kept. The payment provider gets it for the payment; nobody else does. To see, correct or erase it, write to',
};
