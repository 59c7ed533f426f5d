import type { AnchorHTMLAttributes, ReactNode } from 'react';
import type { ButtonProps } from '../Button/Button';
import styles from '../Button/Button.module.css';

export interface LinkButtonProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'>,
    Pick<ButtonProps, 'variant'> {
  href: string;
  children: ReactNode;
}

/** A link that looks like a button. It only navigates. */
export function LinkButton({ variant = 'primary', children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={styles.button} data-variant={variant}>
      {children}
    </a>
  );
}
