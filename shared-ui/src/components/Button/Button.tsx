import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `primary` once per view, `secondary` beside it, `quiet` within text and lists. */
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Work is under way: cannot be pressed, says so to assistive technology. Change the label along with it. */
  busy?: boolean;
  children: ReactNode;
}

/** A button that looks like a sewn-on patch; its stitches run when the pointer is over it. Its ref is the `button`'s, on React 18, too. */
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
      {/* A button that cannot be pressed has lost the focus, and nothing reads its new label. A page says each label once. */}
      {busy !== undefined && (
        // Not an output element: a form's reset empties it under React's hands.
        <span aria-live="polite" className="visually-hidden">
          {busy && 'Please wait.'}
        </span>
      )}
    </>
  );
});
