/** The area of enquiries: loaded when somebody first goes there. */

export { EnquiryScreen } from './enquiry/EnquiryScreen';
export { EnquiriesScreen } from './list/EnquiriesScreen';
export { TemplatesScreen } from './TemplatesScreen';
