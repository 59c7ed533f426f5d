import { Button, type ButtonProps } from '../Button/Button';
import styles from './EnquiryButton.module.css';

export interface EnquiryButtonProps extends Pick<ButtonProps, 'variant' | 'children'> {
  /** Called with scripts; without them the button leads to the contact page. Pass `shell.openEnquiry`. */
  onOpen(): void;
  /** Id by which the page's head refers to the main action. */
  id?: string;
}

/** Opens the enquiry modal. It is a form with a submit button, because that works without scripts. */
export function EnquiryButton({ children, onOpen, id, variant = 'primary' }: EnquiryButtonProps) {
  return (
    <form
      className={styles.form}
      action="/contact"
      onSubmit={(event) => {
        event.preventDefault();
        // Safari does not focus a pressed button. The shell finds the enquiry's subject by the focus.
        (event.nativeEvent as SubmitEvent).submitter?.focus();
        onOpen();
      }}
    >
      <Button type="submit" id={id} variant={variant}>
        {children}
      </Button>
    </form>
  );
}
