/** The area of enquiries: loaded when somebody first goes there. */
export { EnquiriesScreen } from './EnquiriesScreen';
export { EnquiryScreen } from './EnquiryScreen';
export { TemplatesScreen } from './TemplatesScreen';
