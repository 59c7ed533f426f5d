import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

interface Look {
  /** `quiet` stands back beside another. */
  look?: 'loud' | 'quiet';
}

export const Button = ({ look = 'loud', type = 'button', ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & Look) => (
  <button type={type} className={styles.button} data-look={look} {...rest} />
);

/** A link that leads on, as strong as a button. */
export const LinkButton = ({ look = 'loud', children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & Look) => (
  <a className={styles.button} data-look={look} {...rest}>
    {children}
  </a>
);
