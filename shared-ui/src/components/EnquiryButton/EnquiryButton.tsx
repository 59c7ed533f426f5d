import { Button, type ButtonProps } from '../Button/Button';
import styles from './EnquiryButton.module.css';

export interface EnquiryButtonProps extends Pick<ButtonProps, 'variant' | 'children'> {
  /** Called with scripts; without them the button leads to the contact page. Pass `shell.openEnquiry`. */
  onOpen(): void;
  /** By which a page's head names it as its main action. */
  id?: string;
}

/** Opens the enquiry modal. A form with a submit button, because that is what works without scripts. */
export function EnquiryButton({ children, onOpen, id, variant = 'primary' }: EnquiryButtonProps) {
  return (
    <form
      className={styles.form}
      action="/contact"
      onSubmit={(event) => {
        event.preventDefault();
        // Safari gives a button that is pressed no focus, by which the enquiry knows what it is about.
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
