/** The area of enquiries: loaded when somebody first goes there. */
export { EnquiriesScreen } from './list/EnquiriesScreen';
export { EnquiryScreen } from './enquiry/EnquiryScreen';
export { TemplatesScreen } from './TemplatesScreen';
