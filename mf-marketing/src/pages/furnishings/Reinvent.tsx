import { ContactForm } from '../../components/ContactForm';
import { furnishings } from '../../content/furnishings';

/** The contact form, for rooms. */
export function Reinvent() {
  return <ContactForm {...furnishings.reinvent} />;
}
