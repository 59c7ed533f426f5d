import { SUBMISSION_FIELD } from 'api-wire/enquiries';
import { sampleOf } from 'api-wire/testing/sample-form';

/** What a visitor writes into the contact form: `POST /api/save_home_form.php`. @param id sent again, it is the same enquiry */
export const enquiryForm = (id: string): URLSearchParams =>
  new URLSearchParams({
    ...sampleOf('home'),
    email: `${id}@example.com`,
    message: 'Two hundred aprons, please.',
    [SUBMISSION_FIELD]: id,
  });
