import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `primary` once per view, `secondary` beside it, `quiet` within text and lists. */
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Work is under way: the button is disabled, and assistive technology announces it. Change the label along with it. */
  busy?: boolean;
  children: ReactNode;
}

/** A button that looks like a sewn-on patch; its stitches run on hover. The ref is the `button`, on React 18, too. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'primary', busy, type = 'button', disabled, ...rest },
  ref,
) {
  return (
    <>
      <button
        {...rest}
        ref={ref}
        type={type}
        className={styles.button}
        data-variant={variant}
        disabled={disabled || busy}
        aria-busy={busy || undefined}
      />
      {/* A disabled button has lost the focus: no new label is announced. The text differs: a page has each label once. */}
      {busy !== undefined && (
        // Not an output element: a form's reset would empty it without React's knowledge.
        <span aria-live="polite" className="visually-hidden">
          {busy && 'Please wait.'}
        </span>
      )}
    </>
  );
});
