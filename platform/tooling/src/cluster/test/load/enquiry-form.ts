import { SUBMISSION_FIELD } from 'api-wire/enquiries';

/** What a visitor writes into the contact form: `POST /api/save_home_form.php`. @param id sent again, it is the same enquiry */
export const enquiryForm = (id: string): URLSearchParams =>
  new URLSearchParams({
    fname: 'Visitor',
    lname: 'Of the test',
    email: `${id}@example.com`,
    phone: '+91 98400 00000',
    message: 'Two hundred aprons, please.',
    [SUBMISSION_FIELD]: id,
  });
