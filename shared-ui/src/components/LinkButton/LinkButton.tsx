import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { cx } from '../../lib/cx';
import styles from '../Button/Button.module.css';

export interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** As for Button. */
  variant?: 'primary' | 'secondary' | 'quiet';
  href: string;
  children: ReactNode;
}

/** A link that looks like a button: it goes somewhere, and does nothing else. */
export function LinkButton({ variant = 'primary', className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={cx(styles.button, className)} data-variant={variant}>
      {children}
    </a>
  );
}
