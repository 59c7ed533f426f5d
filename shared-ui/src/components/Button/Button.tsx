import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../../lib/cx';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once per view, `secondary` beside it, `quiet` within text and lists. */
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Work is under way: cannot be pressed, says so to assistive technology. Change the label along with it. */
  busy?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that looks like a sewn-on patch; its stitches run when the pointer is over it. */
export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(styles.button, className)}
      data-variant={variant}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
}
